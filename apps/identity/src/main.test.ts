import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIdentity } from './app.ts';
import { json, startService, type TestService } from './testing/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The service as a process of its own, as the all-in-one start runs it. */
function run(more: NodeJS.ProcessEnv = {}): ChildProcess {
  return fork(new URL('./main.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      DATABASE_URL: service.databaseUrl,
      IDENTITY_API_CLIENT_SECRET: service.config.apiClientSecret,
      IDENTITY_KEY_SECRET: service.config.keySecret,
      ...more,
    },
  });
}

const exitCode = async (child: ChildProcess) => (await once(child, 'exit'))[0];

describe('the process', () => {
  it('tells its parent the port, is healthy, and ends cleanly when asked to', async () => {
    const child = run();
    const [message] = await once(child, 'message');
    expect(message).toEqual({ type: 'listening', port: expect.any(Number) });
    for (const path of ['live', 'ready']) {
      const response = await fetch(`http://127.0.0.1:${message.port}/identity/health/${path}`);
      expect(await json(response)).toEqual({ status: 'ok' });
    }
    const ended = exitCode(child);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('ends when its parent is gone', async () => {
    const child = run();
    await once(child, 'message');
    const ended = exitCode(child);
    child.disconnect();
    expect(await ended).toBe(0);
  });

  it('says in one sentence why it does not start', async () => {
    const child = run({ PUBLIC_URL: 'not an address' });
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toMatch(/^Identity service: PUBLIC_URL is wrong: [^\n]+\.\n$/);
  });
});

it('is alive but not ready without its database', async () => {
  const app = buildIdentity({ ...service.config, databaseUrl: service.databaseUrl });
  await app.ready();
  await service.query('alter schema identity rename to elsewhere');
  const away = [await app.inject('/identity/health/live'), await app.inject('/identity/health/ready')];
  await service.query('alter schema elsewhere rename to identity');
  const back = await app.inject('/identity/health/ready');
  await app.close();
  expect([...away, back].map(({ statusCode }) => statusCode)).toEqual([200, 503, 200]);
});
