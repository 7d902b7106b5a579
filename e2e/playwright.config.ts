import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** Journeys through the real product: every test talks to a running Kinreel, started by the fixtures in support/. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/playwright',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // For two cores. Each worker has a Kinreel of its own, and every test has its own people.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]] : []),
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // Every click waits for motion to end, so there is none. What moves is checked where a test asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time. `--trace on` records one.
    trace: 'off',
    launchOptions,
  },
});
