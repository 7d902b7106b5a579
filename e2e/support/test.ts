import { test as base } from './asserting-test.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './kinreel.ts';

/** Tests with a running Kinreel; one for all tests of a run's worker, each test with people of its own. */
export const test = base.extend<{ baseURL: string }, { kinreel: Kinreel }>({
  kinreel: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures' names from the pattern
    async ({}, use) => {
      const kinreel = await startKinreel(UNLIMITED);
      await use(kinreel);
      await kinreel.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ kinreel }, use) => use(kinreel.origin),
});

export { expect } from './asserting-test.ts';
