import { registerByApi } from './api.ts';
import { test as base, expect } from './asserting-test.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './kinreel.ts';
import { newPerson } from './people.ts';

interface TestFixtures {
  /** Option: the test deliberately violates the page's Content-Security-Policy. */
  mayBreakPolicy: boolean;
  baseURL: string;
  /** Automatic. Closes pages after a test, which would otherwise continue to play and send requests. */
  closedContexts: undefined;
  /** Automatic. Fails a test in which a page violated its Content-Security-Policy or Trusted Types. */
  obeyedPolicy: undefined;
  /** Automatic. Attaches the server's output to the result of a failed test. */
  serverOutput: undefined;
}

/** Tests with a running Kinreel. The tests of a worker share one, so each test registers its own people. */
export const test = base.extend<TestFixtures, { kinreel: Kinreel }>({
  kinreel: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures' names from the pattern
    async ({}, use) => {
      const kinreel = await startKinreel(UNLIMITED);
      // A site without people has a different login screen.
      await registerByApi(kinreel.origin, newPerson('Odalie'));
      await use(kinreel);
      await kinreel.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ kinreel }, use) => use(kinreel.origin),
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
  mayBreakPolicy: [false, { option: true }],
  obeyedPolicy: [
    async ({ browser, mayBreakPolicy }, use) => {
      const blocked: string[] = [];
      const newContext = browser.newContext;
      browser.newContext = async (options) => {
        const context = await newContext.call(browser, options);
        context.on('console', (message) => {
          if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) blocked.push(message.text());
        });
        return context;
      };
      await use(undefined);
      browser.newContext = newContext;
      if (!mayBreakPolicy) expect(blocked).toEqual([]);
    },
    { auto: true },
  ],
  serverOutput: [
    async ({ kinreel }, use, info) => {
      const start = kinreel.output().length;
      await use(undefined);
      const output = kinreel.output().slice(start).trim();
      if (info.status !== info.expectedStatus && output) {
        await info.attach('server output', { body: output, contentType: 'text/plain' });
      }
    },
    { auto: true },
  ],
});

export { expect };
