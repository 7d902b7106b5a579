import { defineConfig } from 'vitest/config';

/** Unit and API tests. Each workspace names its own project, so one can be run alone: `vitest run --project server`. */
export default defineConfig({
  test: {
    // Most tests wait for a database, ffmpeg or a browser: on two cores two files at a time take half as long as one.
    maxWorkers: 2,
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts'],
  },
});
