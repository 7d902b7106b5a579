import { limitOf, runsOf, writeCounts } from '@kinreel/fuzzing/counts';
import { exchange, PATIENCE_MS, problemOfAnswers, rawRequests, tryRequests } from '@kinreel/fuzzing/raw-http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, TestBrowser, type TestService } from './testing/support.ts';

/** Requests that differ from valid HTTP by one byte, on real connections. */
const RUNS = runsOf({ everyDay: 60, full: 1_000 });
const SEED = Number(process.env.FAST_CHECK_SEED || 20_261_122);

const EMAIL = 'ada@example.org';
let service: TestService;
let token: string;
let sent = 0;

beforeAll(async () => {
  service = await startService();
  const browser = new TestBrowser(service);
  await browser.signUp(EMAIL);
  token = (await browser.logIn(EMAIL)).get('access_token') ?? '';
});
afterAll(async () => {
  writeCounts('raw HTTP to the identity service', { requests: sent });
  await service?.stop();
});

test('[API-25] a malformed request gets at most one response, with the usual headers, and smuggles no other request', {
  timeout: limitOf(RUNS),
}, async () => {
  const port = Number(new URL(service.origin).port);
  const hidden = `GET /identity/userinfo HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}`;
  const paths = [
    '/userinfo',
    '/sessions',
    '/oauth/token',
    '/authorize',
    '/verify-email',
    '/health/live',
    '/nothing-here',
  ];
  const requests = rawRequests({ host: `localhost:${port}`, paths: paths.map((path) => `/identity${path}`), hidden });
  const problems = await tryRequests(port, fc.sample(requests, { numRuns: RUNS, seed: SEED }), (answers, text) =>
    text.includes(EMAIL) ? 'the answer to the hidden request' : problemOfAnswers(answers),
  );
  sent += RUNS;
  expect(problems.slice(0, 3).join('\n\n')).toBe('');
  // Control: the hidden request alone succeeds, so its response would have been detected.
  const { answers, text } = await exchange(port, Buffer.from(`${hidden}\r\n\r\n`), PATIENCE_MS);
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(text).toContain(EMAIL);
});
