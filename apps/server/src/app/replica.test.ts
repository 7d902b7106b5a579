import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestServer } from '../testing/index.ts';
import { buildApp } from './build-app.ts';
import { createDeps } from './create-deps.ts';
import { createMetrics } from './metrics.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
});
afterAll(() => server?.stop());

test('a web server starts, is ready and finds people while its replica is away, and metrics say who has answered', async () => {
  const { config, log } = server.deps;
  const caller = await loginAs(server);
  const person = await loginAs(server, { firstName: 'Soughtafter' });
  // Nothing listens on the first port.
  const away = { ...config, databaseReplicaUrl: 'postgres://nobody@127.0.0.1:1/none' };
  const { deps, close } = await createDeps(away, { worker: false, log });
  const app = await buildApp(deps);
  const metrics = await createMetrics(deps).listen({ host: '127.0.0.1', port: 0 });
  const ready = await app.inject('/health/ready');
  const found = await app.inject({ method: 'GET', url: '/api/search?q=soughtafter', headers: caller.headers });
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  await metrics.close();
  await app.close();
  await close();
  expect(ready.statusCode).toBe(200);
  expect(found.json()).toMatchObject([{ id: person.id }]);
  expect(text).toMatch(/^kinreel_lagging_reads_total\{by="replica"\} 0$/m);
  expect(text).toMatch(/^kinreel_lagging_reads_total\{by="primary"\} 1$/m);
});
