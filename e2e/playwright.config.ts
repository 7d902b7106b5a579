import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** Journeys through the real product: every test talks to a running Kinreel, started by the fixtures in support/. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/playwright',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Two files at a time, each with a Kinreel of its own: on two cores that takes two thirds of the time of one.
  workers: 2,
  fullyParallel: false,
  // What passes at the second attempt is named in the report and in the last lines of `npm test`, to be looked into.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]] : []),
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace of every test would cost a third of the time.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions,
  },
});
