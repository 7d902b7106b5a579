import { defineProject } from 'vitest/config';

export default defineProject({ test: { name: 'mailer', environment: 'node', include: ['src/**/*.test.ts'] } });
