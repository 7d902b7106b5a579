import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { inlineHash } from '../platform/http/inline-hash.ts';
import { answerFormerUrls } from './former-urls.ts';

/** An app that answers everything with 200. */
async function appAt(publicUrl: string, formerUrls: string[]) {
  const app = Fastify();
  onTestFinished(() => app.close());
  answerFormerUrls(app, { publicUrl, formerUrls });
  app.all('/*', async () => 'here');
  return Object.assign(
    async (url: string, host: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
      const { statusCode, headers } = await app.inject({ method, url, headers: { host } });
      return [statusCode, headers.location];
    },
    { inject: app.inject.bind(app) },
  );
}

/** What a browser sends when a person opens a page. */
const OPENED = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

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

test('a page that a person opens gets a page which leads to the same path, because recordings may wait in the browser; all else is redirected', async () => {
  const { inject } = await appAt('https://stories.example.org', ['https://old.example.org']);
  const open = (url: string, headers: Record<string, string> = OPENED, method: 'GET' | 'HEAD' = 'GET') =>
    inject({ method, url, headers: { host: 'old.example.org', ...headers } });
  const page = await open('/user/1/videos?a=1&b=2');
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(page.body).toContain(
    '<meta http-equiv="refresh" content="0; url=https://stories.example.org/user/1/videos?a=1&amp;b=2">',
  );
  // The policy permits the page's own script.
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page.body) ?? [];
  expect(page.headers['content-security-policy']).toContain(`script-src ${inlineHash(script)};`);
  for (const path of ['/api/user', '/media/videos/1/poster', '/s/abc', '/identity/verify-email?ticket=1', '/files/1']) {
    expect((await open(path)).statusCode, path).toBe(308);
  }
  expect((await open('/', { ...OPENED, 'sec-fetch-dest': 'iframe' })).statusCode).toBe(308);
  expect((await open('/', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' })).statusCode).toBe(308);
  expect((await open('/', OPENED, 'HEAD')).statusCode).toBe(308);
});

test('the service worker at a former address is one that ends itself: browsers follow no redirect for it', async () => {
  const { inject } = await appAt('https://stories.example.org', ['https://old.example.org']);
  const worker = await inject({ url: '/service-worker.js', headers: { host: 'old.example.org' } });
  expect([worker.statusCode, worker.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(worker.body).toContain('unregister()');
  const present = await inject({ url: '/service-worker.js', headers: { host: 'stories.example.org' } });
  expect(present.body).toBe('here');
});
