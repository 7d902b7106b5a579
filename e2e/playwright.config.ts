import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

/**
 * Files that start their own Kinreel instead of sharing the worker's. Playwright would run them last; the longest of
 * them mostly waits, and so would the machine.
 */
const FIRST = /(growing-video|resilience|storage-s3|dev)\.spec\.ts$/;

const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** End-to-end tests of a running Kinreel, which the fixtures in support/ start. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/playwright',
  timeout: 180_000,
  // Generous for busy machines: only failing tests reach it.
  expect: { timeout: 30_000 },
  // For two cores: tests often wait, but with four workers some run into the timeout. Each worker starts its own
  // Kinreel, and every test registers its own people.
  workers: 3,
  fullyParallel: true,
  // In the order in which they start.
  projects: [
    { name: 'first', testMatch: FIRST },
    { name: '', testIgnore: FIRST },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ...(reportFile ? [['json', { outputFile: reportFile }] as ['json', { outputFile: string }]] : []),
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // Clicks would wait for the end of animations. Tests of animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Tests intercept requests; requests of a service worker cannot be intercepted. e2e/outage.spec.ts tests it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording a trace of every test costs a third of the time, so only CI does it. `--trace on` records one locally.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    launchOptions,
  },
});
