import { defineProject } from 'vitest/config';

export default defineProject({
  test: { name: 'messages', environment: 'node', expect: { requireAssertions: true }, include: ['src/**/*.test.ts'] },
});
