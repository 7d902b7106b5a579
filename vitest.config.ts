import { defineConfig } from 'vitest/config';

/** Unit and API tests. Each workspace names its own project, so one can be run alone: `vitest run --project server`. */
export default defineConfig({
  test: {
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'apps/web/vitest.browser.config.ts',
      'scripts/vitest.config.ts',
    ],
  },
});
