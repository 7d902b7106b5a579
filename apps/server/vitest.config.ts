import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'server',
    environment: 'node',
    // Nothing replaces modules here, so the files of a worker share them: loading them costs more than many tests.
    isolate: false,
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
