import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messagesPlugin } from '@kinreel/messages/vite-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

/** The same browser as in e2e/support/browser.ts. */
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const headlessShell = join(dirname(chromium), 'chromium-headless-shell');
const executablePath = existsSync(headlessShell) ? headlessShell : chromium;

/**
 * Chromium's fake devices, two cameras among them; permission requests are accepted. Every picture is drawn and encoded on
 * the processor: five a second, the least there is, are enough.
 */
const FAKE_CAMERAS = ['--use-fake-device-for-media-stream=device-count=2,fps=5', '--use-fake-ui-for-media-stream'];

const PRODUCTION = JSON.stringify('production');

/** Component tests: real components in a real browser, with answers of the server given by the test. */
export default defineConfig({
  plugins: [messagesPlugin(), react()],
  publicDir: 'public',
  // Libraries as in a build: React's and Emotion's development versions check and record so much that it takes a quarter of
  // the time.
  define: { 'process.env.NODE_ENV': PRODUCTION },
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { development: false } },
  // Found once at the start: a library that is found during a test reloads the page under it.
  // The messages plugin generates imports of the last one, which the search does not see.
  // `force`: the search of an earlier run does not know what was imported since.
  optimizeDeps: {
    entries: ['src/**/*.browser.test.tsx', 'src/main.tsx'],
    include: ['@messageformat/runtime'],
    force: true,
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': PRODUCTION } } },
  },
  test: {
    name: 'components',
    // Sound and video start late on a busy machine, and everything else too.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    root: import.meta.dirname,
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['src/testing/component-setup.ts'],
    testTimeout: 120_000,
    // After all other tests: beside them, pages and files would each take all workers, and there are two cores.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Clicks would wait until animations end.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: {
          executablePath,
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...FAKE_CAMERAS],
        },
      }),
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
    },
  },
});
