import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '../platform/config/version.ts';
import { createLogger } from '../platform/log/logger.ts';
import { loginAs, startTestServer, type TestServer } from '../testing/index.ts';
import { tusSender } from '../testing/tus.ts';

let server: TestServer;
let origin: string;
let log = '';
const to = {
  write(line: string) {
    log += line;
  },
};
beforeAll(async () => {
  // More than any disk has free.
  server = await startTestServer({ DISK_RESERVE_BYTES: String(10 ** 15), LOG_LEVEL: 'info' }, to);
  origin = await server.listen();
});
afterAll(() => server?.stop());

test('rejects uploads that would use the disk reserve, and reports a full disk', async () => {
  const person = await loginAs(server);
  const refused = await tusSender(origin, person.headers).create(1000);
  expect([refused.status, refused.body?.code]).toEqual([507, 'storage.full']);
  const form = new FormData();
  form.append('prompt', '1');
  form.append('video', new Blob(['x']), 'clip.mp4');
  const upload = await fetch(`${origin}/api/video`, { method: 'POST', headers: person.headers, body: form });
  expect([upload.status, ((await upload.json()) as { code: string }).code]).toEqual([507, 'storage.full']);
  const ready = await fetch(`${origin}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', checks: { database: true, storage: false } },
  ]);
});

test('logs each request in one line with its route, except health checks', async () => {
  log = '';
  const response = await fetch(`${origin}/version?token=very-secret-token`);
  expect(await response.json()).toEqual({ version: VERSION });
  await fetch(`${origin}/health/live`);
  await expect.poll(() => log).toContain('"route":"/version"');
  const lines = log.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, method: 'GET', status: 200, msg: 'request' });
  expect(log).not.toContain('very-secret-token');
});

test('logs the id of an authenticated person, also if the request is rejected', async () => {
  const person = await loginAs(server);
  log = '';
  const url = `${origin}/api/video/${person.id}`;
  for (const headers of [person.headers, {}]) await fetch(url, { headers });
  await expect.poll(() => log.trim().split('\n').length).toBe(2);
  const lines = log.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line)).map(({ status, userId }) => [status, userId])).toEqual([
    [404, person.id],
    [401, undefined],
  ]);
});

test('does not log an error if the client disconnects during a request', async () => {
  log = '';
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  const asked = once(server.app.server, 'request');
  socket.write(
    'POST /api/user/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a"',
  );
  await asked;
  socket.resetAndDestroy();
  await expect.poll(() => log).toContain('request aborted');
  expect(log).not.toMatch(/request (rejected|failed)/);
});

test('logs the message of errors that are plain objects, such as those of the job queue', () => {
  let line = '';
  const write = (text: string) => {
    line += text;
  };
  const logger = createLogger({ level: 'info', name: 'test', to: { write } });
  logger.error({ err: { message: 'the queue is away', stack: '' } }, 'job queue');
  logger.error({ err: { code: 'X1' } }, 'job queue');
  expect(line).toContain('the queue is away');
  expect(line).not.toContain('[object Object]');
});

test('during shutdown, answers a request on an open connection and closes it afterwards', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const head =
    'POST /api/user/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  const asked = once(server.app.server, 'request');
  socket.write(head);
  await asked;
  const closed = server.app.close();
  await expect.poll(() => server.app.server.listening).toBe(false);
  socket.write('{}GET /version HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  await closed;
  const [first = '', second = ''] = text.split(/(?=HTTP\/1\.1 )/);
  expect(first).toMatch(/^HTTP\/1\.1 400 /);
  expect(second).toMatch(/^HTTP\/1\.1 200 /);
  expect(second.toLowerCase()).toContain('connection: close');
});
