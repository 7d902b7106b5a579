import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { exchange } from '@kinreel/fuzzing/raw-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';

let server: TestServer;
let port: number;
let person: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await loginAs(server);
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server?.stop());

/** Sends a GET request with an unnormalized target. @returns status and headers */
async function get(
  target: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map((line) => line.join(': '));
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
}

test.each([
  '/api/search',
  '/%61pi/search',
  '/a%70i/user',
  '/api/user/',
  'http://localhost/api/search',
  'http://elsewhere.example/%61pi/search?limit=1',
  'HTTP://localhost/api/prompt',
  '/api/nothing-here',
  '/%61pi/nothing-here',
])('[API-26] no cache keeps the response of %s, with and without a token', async (target) => {
  for (const headers of [{}, person.headers]) {
    const { status, head } = await get(target, headers);
    expect(status, head).toBeLessThan(500);
    expect(head).toContain('\r\ncache-control: no-store');
  }
});

test('[API-26] the link to the next page is a path, even if the request had an absolute URL', async () => {
  for (let n = 0; n < 3; n += 1) await loginAs(server);
  for (const target of ['/%61pi/search?limit=1', 'http://elsewhere.example/api/search?limit=1']) {
    const { status, head } = await get(target, person.headers);
    expect(status, target).toBe(200);
    expect(head, target).toMatch(/\r\nlink: <\/(%61|a)pi\/search\?limit=1&cursor=[\w-]+>; rel="next"/);
  }
});

test.each([
  ['/api/user%', 400, 'request.invalid'],
  ['/%c3%28', 400, 'request.invalid'],
  [`/api/video/${'x'.repeat(300)}`, 404, 'route.missing'],
])(
  '[API-26] a URL that no route can match gets a JSON error with the usual headers: %s',
  async (target, status, code) => {
    const response = await get(target, person.headers);
    expect(response.status).toBe(status);
    expect(response.body).toContain(`"code":"${code}"`);
    expect(response.head).toContain('\r\ncache-control: no-store');
    expect(response.head).toContain('\r\nx-content-type-options: nosniff');
    expect(response.head).toContain("\r\ncontent-security-policy: default-src 'none'");
  },
);

test.each(['//', '/%', '/%c3%28', 'http://[/', '/%00', '*'])('%s is not a server error', async (target) => {
  expect((await get(target)).status).toBeLessThan(500);
});

test('[API-25] an unreadable body causes no second response', async () => {
  const { answers } = await exchange(
    port,
    Buffer.from('GET /api/user HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nxx\r\n0\r\n\r\n'),
  );
  expect(answers.map(({ status }) => status)).toEqual([401]);
});
