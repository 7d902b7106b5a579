import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The same browser without windows, if it is installed: its pages need a third less CPU time. */
const headlessShell = join(dirname(chromium), 'chromium-headless-shell');

/** How the browser under test is started. */
export const launchOptions = {
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

/** Options for tests with a camera: the headless shell cannot deny permission requests. */
export const cameraLaunchOptions = { ...launchOptions, executablePath: chromium };

/** Chromium with its own fake camera and microphone, which it gives to every page without a question. */
export const fakeCameraLaunchOptions = {
  ...cameraLaunchOptions,
  args: [...launchOptions.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
};
