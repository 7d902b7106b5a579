import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { webApp } from './web-app.ts';

test('HEAD of every page and file responds like GET, for scanners of links in mails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-web-'));
  const app = Fastify();
  onTestFinished(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await writeFile(join(folder, 'index.html'), '<p>The app</p>');
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *');
  await app.register(webApp(folder));
  for (const url of ['/', '/login', '/invitation/x', '/here/x/y', '/robots.txt']) {
    const [get, head] = [await app.inject({ url }), await app.inject({ method: 'HEAD', url })];
    expect([get.statusCode, head.statusCode], url).toEqual([200, 200]);
    expect(head.headers['content-length'], url).toBe(get.headers['content-length']);
    expect(head.body, url).toBe('');
  }
  expect((await app.inject({ method: 'HEAD', url: '/api/unknown' })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
});
