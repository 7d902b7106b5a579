import { defineConfig } from 'vitest/config';

/** Parts of the web app that need no page. Components are tested in a browser (vitest.browser.config.ts). */
export default defineConfig({
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    setupFiles: ['src/testing/unit-setup.ts'],
    // The default of one second is too short on a busy machine.
    expect: { requireAssertions: true, poll: { timeout: 15_000 } },
    include: ['src/**/*.test.ts'],
    exclude: ['src/**/*.browser.test.ts'],
  },
});
