import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The headless shell, if it is installed: its pages need a third less CPU time. */
const headlessShell = join(dirname(chromium), 'chromium-headless-shell');

/**
 * Runs all pages of a site in one process, which reuses compiled code: a page load needs a fifth less CPU time. Not for
 * tests that crash a page, because the other pages of its context would crash too.
 */
export const ONE_PROCESS = '--process-per-site';

const ownProcesses = {
  executablePath: existsSync(headlessShell) ? headlessShell : chromium,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Launch options of the tested browser. */
export const launchOptions = { ...ownProcesses, args: [...ownProcesses.args, ONE_PROCESS] };

/**
 * Chromium's fake camera shows a clock, its fake microphone beeps every second. Frames are drawn and encoded on the
 * CPU, so the rate is only ten per second.
 */
const FAKE_CAMERA = '--use-fake-device-for-media-stream=fps=10';

/**
 * A browser with a camera and a microphone. Its contexts need `permissions: DEVICES`: the headless shell grants none.
 */
export const fakeCameraLaunchOptions = {
  ...ownProcesses,
  args: [...ownProcesses.args, FAKE_CAMERA, '--use-fake-ui-for-media-stream'],
};

/** Context permissions that allow camera and microphone without a prompt. */
export const DEVICES = ['camera', 'microphone'];

/** A browser with a camera that prompts for permission, which the headless shell cannot. */
export const askingLaunchOptions = {
  ...launchOptions,
  executablePath: chromium,
  args: [...launchOptions.args, FAKE_CAMERA],
};
