import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'scripts',
    environment: 'node',
    // No test replaces modules, so test files share them: loading modules takes longer than many tests.
    isolate: false,
    expect: { requireAssertions: true },
    // Also the pure functions of the benchmarks.
    include: ['**/*.test.ts', '../bench/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
