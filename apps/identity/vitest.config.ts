import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'identity',
    environment: 'node',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
