import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/browser.ts';

/**
 * Journeys that need no Kinreel of their worker. Playwright would run them last, and the longest of them mostly waits: at the
 * end of a run the machine waited with it.
 */
const FIRST = /(growing-video|resilience|storage-s3|dev)\.spec\.ts$/;

const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** End-to-end tests of a running Kinreel, which the fixtures in support/ start. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/playwright',
  timeout: 180_000,
  // Long, for a busy machine: only a test that fails waits so long.
  expect: { timeout: 30_000 },
  // For two cores: journeys often wait, but with four some wait so long for a processor that they run out of time. Each worker
  // starts its own Kinreel, and every test registers its own people.
  workers: 3,
  fullyParallel: true,
  // They start in this order.
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
    // Clicks would wait until animations end. Tests that check animations turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    // Tests intercept requests, which those of a service worker escape. e2e/outage.spec.ts tests it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time, so only CI records them. `--trace on` records one here.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    launchOptions,
  },
});
