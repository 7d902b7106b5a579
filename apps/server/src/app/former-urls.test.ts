import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { redirectFormerUrls } from './former-urls.ts';

/** An app that answers everything with 200. */
async function appAt(publicUrl: string, formerUrls: string[]) {
  const app = Fastify();
  onTestFinished(() => app.close());
  redirectFormerUrls(app, { publicUrl, formerUrls });
  app.all('/*', async () => 'here');
  return async (url: string, host: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const { statusCode, headers } = await app.inject({ method, url, headers: { host } });
    return [statusCode, headers.location];
  };
}

test('requests for a former address are redirected with their path and query; health checks are answered', async () => {
  const get = await appAt('https://stories.example.org', ['https://old.example.org', 'http://192.168.1.5:3000']);
  expect(await get('/s/abc?x=1', 'old.example.org')).toEqual([308, 'https://stories.example.org/s/abc?x=1']);
  expect(await get('/', '192.168.1.5:3000')).toEqual([308, 'https://stories.example.org/']);
  expect(await get('/health/ready', 'old.example.org')).toEqual([200, undefined]);
  for (const host of ['stories.example.org', '192.168.1.5', 'other.example.org']) {
    expect(await get('/', host)).toEqual([200, undefined]);
  }
});

test('reports of the identity service are accepted at a former address', async () => {
  const call = await appAt('https://stories.example.org', ['http://127.0.0.1:3000']);
  expect(await call('/api/registration/check', '127.0.0.1:3000', 'POST')).toEqual([200, undefined]);
  expect(await call('/s/abc', '127.0.0.1:3000', 'HEAD')).toEqual([308, 'https://stories.example.org/s/abc']);
});

test('a former address that differs only in the scheme is not redirected to itself', async () => {
  const get = await appAt('https://stories.example.org', ['http://stories.example.org']);
  expect(await get('/login', 'stories.example.org')).toEqual([200, undefined]);
});
