import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The same browser without windows, if it is installed: its pages need a third less CPU time. */
const headlessShell = join(dirname(chromium), 'chromium-headless-shell');

/**
 * All pages of a site in one process, which has compiled the app already: a page load needs a fifth less CPU time. Not for
 * tests that crash a page, or the other pages of its context would crash too.
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

/** How the browser under test is started. */
export const launchOptions = { ...ownProcesses, args: [...ownProcesses.args, ONE_PROCESS] };

/**
 * The fake camera of Chromium, a clock, and its fake microphone, a beep each second. Every picture is drawn and encoded
 * on the processor: ten a second are enough.
 */
const FAKE_CAMERA = '--use-fake-device-for-media-stream=fps=10';

/** A browser with a camera and a microphone. Its contexts need `permissions: DEVICES`: the headless shell grants none. */
export const fakeCameraLaunchOptions = {
  ...ownProcesses,
  args: [...ownProcesses.args, FAKE_CAMERA, '--use-fake-ui-for-media-stream'],
};

/** Permissions of a context that uses them without a question. */
export const DEVICES = ['camera', 'microphone'];

/** A browser with a camera that asks people for permission. The headless shell cannot. */
export const askingLaunchOptions = {
  ...launchOptions,
  executablePath: chromium,
  args: [...launchOptions.args, FAKE_CAMERA],
};
