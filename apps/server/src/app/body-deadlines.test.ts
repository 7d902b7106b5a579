import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';
import { mediaBytes } from '../testing/media-files.ts';
import { tusSender } from '../testing/tus.ts';

let server: TestServer;
let port: number;
let person: TestPerson;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' }, undefined, { bodyTimeoutMs: 2_000 });
  person = await loginAs(server);
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server?.stop());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a request body one byte at a time. @returns everything received until the connection is closed */
async function sendSlowly(line: string, headers: Record<string, string>, begin = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries({ host: 'localhost', ...headers }).map((header) => header.join(': '));
  socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${begin}`);
  const drops = setInterval(() => socket.write(' '), 200);
  // `once` of node:events would reject if the connection is reset, which is also a valid way to close it.
  const ended = new Promise<true>((resolve) => socket.once('close', () => resolve(true)));
  const closed = await Promise.race([ended, delay(60_000, false)]);
  clearInterval(drops);
  expect(closed, `${line} is still open`).toBe(true);
  return received;
}

const JSON_BODY = { 'content-type': 'application/json', 'content-length': '100000' };
const FORM = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '100000' };
const CHUNKED = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
const form = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\ncontent-type: video/mp4\r\n\r\n`;

describe('a slow request body', () => {
  test.each([
    ['POST /api/user/register', JSON_BODY, '{'],
    ['POST /api/share', JSON_BODY, '{'],
    ['POST /api/share', CHUNKED, '5000\r\n{'],
    ['PUT /api/photo/:id', FORM, form('photo')],
    ['POST /api/video', FORM, form('video')],
  ])('[API-25] rejects %s with request.timeout', async (line, headers, begin) => {
    const own = line.includes('register') ? {} : person.headers;
    const response = await sendSlowly(line.replace(':id', person.id), { ...headers, ...own }, begin);
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('"code":"request.timeout"');
  });

  test.each([
    ['POST /api/share', JSON_BODY, 401],
    ['POST /api/nothing-here', JSON_BODY, 408],
    ['POST /files', { ...JSON_BODY, 'tus-resumable': '1.0.0' }, 401],
    ['GET /api/prompt', JSON_BODY, 200],
  ])('[API-25] closes the connection of %s whose body is not read', async (line, headers, status) => {
    expect(await sendSlowly(line, headers)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test('[UP-04] a part of an upload that is too slow is aborted; the received bytes are saved', async () => {
    const clip = await mediaBytes('clip.mp4');
    const tus = tusSender(`http://127.0.0.1:${port}`, person.headers);
    const id = await tus.begin(clip.length);
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(clip.length),
    };
    await sendSlowly(`PATCH /files/${id}`, { ...headers, ...person.headers });
    await expect.poll(() => tus.offset(id)).toBeGreaterThan(1);
    expect(await tus.offset(id)).toBeLessThan(100);
  });
});

/** Starts to send a form with a file; the test then writes the file. `code` is the error code of the response. */
function beginForm(method: string, path: string, name: string, size: number) {
  const [begin, end] = [form(name), '\r\n--b--\r\n'];
  const length = String(begin.length + size + end.length);
  const headers = { ...FORM, 'content-length': length, ...person.headers };
  const sent = request(`http://127.0.0.1:${port}${path}`, { method, headers });
  const code = new Promise<string>((resolve, reject) => {
    sent.on('response', async (answer) => resolve(JSON.parse(await text(answer)).code));
    sent.on('error', reject);
  });
  sent.write(begin);
  return { write: (bytes: Buffer) => sent.write(bytes), end: () => sent.end(end), code };
}

test('[UP-04] a file may take longer than another body while bytes arrive, also in a form', async () => {
  const bytes = Buffer.alloc(120_000, 1);
  const tus = tusSender(`http://127.0.0.1:${port}`, person.headers);
  const id = await tus.begin(bytes.length);
  const part = tus.open(id, 0, bytes.length);
  const forms = [
    beginForm('POST', '/api/video', 'video', bytes.length),
    beginForm('PUT', `/api/photo/${person.id}`, 'photo', bytes.length),
  ];
  for (let offset = 0; offset < bytes.length; offset += 20_000) {
    for (const one of [part.request, ...forms]) one.write(bytes.subarray(offset, offset + 20_000));
    await delay(700);
  }
  for (const one of [part.request, ...forms]) one.end();
  expect((await part.response).statusCode).toBe(204);
  expect(await tus.offset(id)).toBe(bytes.length);
  // Both files were received completely.
  expect(await Promise.all(forms.map(({ code }) => code))).toEqual(['prompt.missing', 'photo.unreadable']);
});

test('invalid HTTP gets an error body', async () => {
  expect(await sendSlowly('nonsense', {})).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"code":"request.invalid"/);
  const long = await sendSlowly('GET /', { cookie: 'x'.repeat(20_000) });
  expect(long).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"request.too_large"/);
});

test('request headers have a deadline', () => {
  expect(server.app.server.headersTimeout).toBe(20_000);
});
