import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIdentity } from './app.ts';
import { json, startService, type TestService } from './testing/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Runs the service in a separate process, as the all-in-one start does. */
function run(more: NodeJS.ProcessEnv = {}): ChildProcess {
  return fork(new URL('./main.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      // Without it, each start would compile the service again.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: service.databaseUrl,
      IDENTITY_API_CLIENT_SECRET: service.config.apiClientSecret,
      IDENTITY_KEY_SECRET: service.config.keySecret,
      ...more,
    },
  });
}

const exitCode = async (child: ChildProcess) => (await once(child, 'exit'))[0];

describe('the process', () => {
  it('reports its port to the parent, is healthy, and stops cleanly', async () => {
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

  it('ends when its parent ends', async () => {
    const child = run();
    await once(child, 'message');
    const ended = exitCode(child);
    child.disconnect();
    expect(await ended).toBe(0);
  });

  it('prints in one sentence why it does not start', async () => {
    const child = run({ PUBLIC_URL: 'not an address' });
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(78);
    expect(output).toMatch(/^Identity service: PUBLIC_URL is wrong: [^\n]+\.\n$/);
  });
});

it('closes a connection whose request takes too long to arrive', async () => {
  const app = buildIdentity({ ...service.config, databaseUrl: service.databaseUrl }, { requestTimeoutMs: 1_000 });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST /identity/co/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n',
  );
  const drip = setInterval(() => socket.write(' '), 200);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  clearInterval(drip);
  await app.close();
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
});

it('is live but not ready without its database', async () => {
  const app = buildIdentity({ ...service.config, databaseUrl: service.databaseUrl });
  await app.ready();
  await service.query('alter schema identity rename to elsewhere');
  const away = [await app.inject('/identity/health/live'), await app.inject('/identity/health/ready')];
  await service.query('alter schema elsewhere rename to identity');
  const back = await app.inject('/identity/health/ready');
  await app.close();
  expect([...away, back].map(({ statusCode }) => statusCode)).toEqual([200, 503, 200]);
});
