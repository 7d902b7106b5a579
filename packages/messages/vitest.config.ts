import { defineProject } from 'vitest/config';

export default defineProject({ test: { name: 'messages', environment: 'node', include: ['src/**/*.test.ts'] } });
