import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';

let server: TestServer;
let person: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await loginAs(server);
});
afterAll(() => server?.stop());

const get = (url: string, encoding?: string) =>
  server.app.inject({ url, headers: { ...person.headers, ...(encoding && { 'accept-encoding': encoding }) } });

test('the API compresses responses above a minimum size if the client accepts it', async () => {
  const plain = await get('/api/prompt');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const unpack = { zstd: zstdDecompressSync, gzip: gunzipSync };
  for (const [accepted, used] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'gzip'],
  ] as const) {
    const packed = await get('/api/prompt', accepted);
    expect(packed.headers).toMatchObject({
      'content-encoding': used,
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(unpack[used](packed.rawPayload)).toEqual(plain.rawPayload);
  }
  const small = await get('/api/user', 'zstd');
  expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined]);
});

test('a compressed request body is not decompressed', async () => {
  const answer = await server.app.inject({
    method: 'PUT',
    url: '/api/notifications/read',
    headers: { ...person.headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{}'),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
});
