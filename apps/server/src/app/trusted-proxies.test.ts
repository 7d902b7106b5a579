import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { buildApp } from './build-app.ts';

let server: TestServer;
let log = '';
beforeAll(async () => {
  const write = (line: string) => {
    log += line;
  };
  server = await startTestServer({ LOG_LEVEL: 'warn' }, { write });
});
afterAll(() => server.stop());

test('takes the client address only from a trusted proxy', async () => {
  const app = await buildApp({
    ...server.deps,
    config: { ...server.deps.config, trustedProxies: ['172.16.0.0/12'] },
  });
  app.get('/test/address', { config: { access: 'public' } }, async (request) => request.ip);
  const seenFrom = async (remoteAddress: string) => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    return (await app.inject({ method: 'GET', url: '/test/address', remoteAddress, headers })).body;
  };
  expect(await seenFrom('172.18.0.1')).toBe('203.0.113.9');
  expect(log).toBe('');
  expect(await seenFrom('198.51.100.7')).toBe('198.51.100.7');
  expect(await seenFrom('198.51.100.8')).toBe('198.51.100.8');
  // The log names the missing proxy once.
  expect(log.match(/"address":"[^"]+","msg":"[^"]+"/g)).toEqual([
    '"address":"198.51.100.7","msg":"request forwarded by an address that is not in TRUSTED_PROXIES"',
  ]);
  await app.close();
});
