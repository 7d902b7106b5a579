import { registerByApi } from './api.ts';
import { test as base, expect } from './asserting-test.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './kinreel.ts';
import { newPerson } from './people.ts';

interface TestFixtures {
  /** Option: the test itself does what the page's Content-Security-Policy forbids. */
  mayBreakPolicy: boolean;
  baseURL: string;
  /** Automatic. Pages that stay open after a test would continue to play and send requests. */
  closedContexts: undefined;
  /** Automatic. Fails a test in which a page did something that its Content-Security-Policy or Trusted Types forbid. */
  obeyedPolicy: undefined;
  /** Automatic. What the server printed during a test that failed is attached to its result. */
  serverOutput: undefined;
}

/** Tests with a running Kinreel. The tests of a worker share one, so each test registers its own people. */
export const test = base.extend<TestFixtures, { kinreel: Kinreel }>({
  kinreel: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the fixtures' names from the pattern
    async ({}, use) => {
      const kinreel = await startKinreel(UNLIMITED);
      // The login of a site without people has other words.
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
