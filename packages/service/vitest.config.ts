import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'service',
    environment: 'node',
    isolate: false,
    testTimeout: 30_000,
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
  },
});
