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
 * Chromium's fake devices with two cameras. Permission requests are accepted. Frames are drawn and encoded on the CPU,
 * so the rate is the minimum of five per second.
 */
const FAKE_CAMERAS = ['--use-fake-device-for-media-stream=device-count=2,fps=5', '--use-fake-ui-for-media-stream'];

const PRODUCTION = JSON.stringify('production');

/** Component tests: real components in a real browser, with responses of the server set by the test. */
export default defineConfig({
  plugins: [messagesPlugin(), react()],
  publicDir: 'public',
  // Production builds of the libraries: the development versions of React and Emotion take four times as long.
  define: { 'process.env.NODE_ENV': PRODUCTION },
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { development: false } },
  // List libraries before the start: discovering one during a test reloads its page. The messages plugin generates the
  // imports of the last one, which discovery does not see. `force`: a cached result may miss new imports.
  optimizeDeps: {
    entries: ['src/**/*.browser.test.tsx', 'src/main.tsx'],
    include: ['@messageformat/runtime'],
    force: true,
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': PRODUCTION } } },
  },
  test: {
    name: 'components',
    // Generous timeouts: on a busy machine sound and video start late.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    root: import.meta.dirname,
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['src/testing/component-setup.ts'],
    testTimeout: 120_000,
    // After all other tests: in parallel, pages and files would each use all workers, and there are two cores.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Clicks would wait for the end of animations.
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
