import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'scripts',
    environment: 'node',
    // Nothing replaces modules here, so the files of a worker share them: loading them costs more than many tests.
    isolate: false,
    expect: { requireAssertions: true },
    // The pure parts of the benchmarks need no project of their own.
    include: ['**/*.test.ts', '../bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
