import { defineConfig } from 'vitest/config';

/** The pure parts of the web app; what needs a page is tested in a real browser (e2e). */
export default defineConfig({
  test: {
    name: 'web',
    root: import.meta.dirname,
    environment: 'node',
    expect: { requireAssertions: true },
    include: ['src/**/*.test.ts'],
  },
});
