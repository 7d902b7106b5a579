import { limitOf, runsOf, writeCounts } from '@kinreel/fuzzing/counts';
import { exchange, PATIENCE_MS, problemOfAnswers, rawRequests, tryRequests } from '@kinreel/fuzzing/raw-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../index.ts';
import fc from '../property.ts';

/** Requests that differ from valid HTTP by one byte, on real connections. */
const RUNS = runsOf({ everyDay: 100, full: 1_000 });

let server: TestServer;
let person: TestPerson;
let port: number;
let sent = 0;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' }, undefined, { webDir: '/nonexistent' });
  person = await loginAs(server);
  port = Number(new URL(await server.listen()).port);
});
afterAll(async () => {
  writeCounts('raw HTTP to the API', { requests: sent });
  await server?.stop();
});

test('[API-25] a malformed request gets at most one response, with the usual headers, and smuggles no other request', {
  timeout: limitOf(RUNS),
}, async () => {
  const hidden = `GET /api/user HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}`;
  const paths = [
    '/api/user',
    '/api/video/userVideos',
    `/api/search/${person.id}`,
    '/files',
    '/media/demo/poster.webp',
    '/health/live',
    '/api/prompt',
    '/nothing-here',
    '/',
  ];
  const requests = rawRequests({ host: `localhost:${port}`, paths, hidden });
  const problems = await tryRequests(port, fc.sample(requests, RUNS), (answers, text) =>
    text.includes(person.email) ? 'the answer to the hidden request' : problemOfAnswers(answers),
  );
  sent += RUNS;
  expect(problems.slice(0, 3).join('\n\n')).toBe('');
  // Control: the hidden request alone succeeds, so its response would have been detected.
  const { answers, text } = await exchange(port, Buffer.from(`${hidden}\r\n\r\n`), PATIENCE_MS);
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(text).toContain(person.email);
});
