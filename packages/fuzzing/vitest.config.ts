import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'fuzzing',
    environment: 'node',
    isolate: false,
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
  },
});
