import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'server',
    environment: 'node',
    // Nothing replaces modules here, so the files of a worker share them: loading them costs more than many tests.
    isolate: false,
    // A busy machine needs longer than the default of one second for what happens in the background.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
