import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'embedded-postgres',
    environment: 'node',
    // No test replaces modules, so test files share them: loading modules takes longer than many tests.
    isolate: false,
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
