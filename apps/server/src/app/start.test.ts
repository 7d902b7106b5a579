import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityKeys } from '../platform/auth/identity-keys.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { PROCESS_ENV } from '../testing/process-env.ts';
import { isOnlyStart } from './start-conditions.ts';

let server: TestServer;
let dir: string;
beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'kinreel-start-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Starts the web server with these settings. */
function start(env: Record<string, string>): ChildProcess & { output: () => string } {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../api.ts')], {
    env: {
      ...PROCESS_ENV,
      PORT: '0',
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.deps.config.databaseUrl ?? '',
      APP_SECRET: server.deps.appSecret,
      IDENTITY_INTERNAL_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return Object.assign(child, { output: () => text });
}

describe('a failed start prints the reason in one sentence, with exit code 78', () => {
  it.each([
    ['a folder that cannot be made', { DATA_DIR: '/dev/null/data' }, /The folder .* cannot be used: .*DATA_DIR/],
    ['a foreign host', { HOST: '192.0.2.1' }, /192\.0\.2\.1 is not an address of this machine.*HOST/],
    ['a wrong password', { DATABASE_URL: 'wrong password' }, /DATABASE_URL is wrong: the password is wrong\./],
    ['a missing database', { DATABASE_URL: 'missing' }, /DATABASE_URL is wrong: the database does not exist\./],
  ])('%s', async (_what, env: Record<string, string>, sentence) => {
    const url = new URL(server.deps.config.databaseUrl ?? '');
    if (env.DATABASE_URL === 'wrong password') url.password = 'wrong';
    if (env.DATABASE_URL === 'missing') url.pathname = '/missing';
    const child = start({ ...env, DATABASE_URL: url.href });
    const [code] = await once(child, 'close');
    expect([code, child.output()]).toEqual([78, expect.stringMatching(sentence)]);
    expect(child.output().trim().split('\n').length, child.output()).toBeLessThanOrEqual(2);
  });

  it('a database of a newer version', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(server.deps.db);
    try {
      const child = start({});
      const [code] = await once(child, 'close');
      expect([code, child.output()]).toEqual([
        78,
        expect.stringContaining('newer version of Kinreel (it has 9999-later)'),
      ]);
    } finally {
      await sql`delete from kysely_migration where name = '9999-later'`.execute(server.deps.db);
    }
  });
});

it('waits for an unreachable database, prints a sentence, and starts when it is back', async () => {
  const { hostname, port } = new URL(server.deps.config.databaseUrl ?? '');
  const away = createTcpServer();
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
  const address = away.address() as AddressInfo;
  await new Promise((resolve) => away.close(resolve));
  const url = new URL(server.deps.config.databaseUrl ?? '');
  url.port = String(address.port);
  // Without the Unix socket.
  url.search = '';
  const child = start({ DATABASE_URL: url.href, LOG_LEVEL: 'info' });
  try {
    await expect
      .poll(child.output, { timeout: 30_000 })
      .toContain('The database does not respond (ECONNREFUSED). Waiting');
    const back = createTcpServer((socket) => {
      const database = connect(Number(port), hostname);
      socket.pipe(database).pipe(socket);
      for (const end of [socket, database]) end.on('error', () => end.destroy());
    });
    await new Promise<void>((resolve) => back.listen(address.port, '127.0.0.1', resolve));
    await expect.poll(child.output, { timeout: 60_000 }).toContain('Server listening');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    back.close();
  } finally {
    child.kill('SIGKILL');
  }
}, 120_000);

it('detects a second start with the same data folder', async () => {
  expect(await isOnlyStart(dir)).toBe(true);
  expect(await isOnlyStart(dir)).toBe(false);
});

it('keys of the identity provider are cached across restarts, and replaced when it responds', async () => {
  const file = join(dir, 'keys.json');
  const issuer = 'https://kin.example/identity/';
  const [first, second] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const served = async (key: typeof first.publicKey, kid: string): Promise<Server> => {
    const body = JSON.stringify({ keys: [{ ...(await exportJWK(key)), kid, alg: 'RS256' }] });
    const http = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return http;
  };
  const urlOf = (http: Server) => new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/jwks`);
  const header = async (key: typeof first.publicKey, kid: string) => {
    const token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
    return [
      { alg: 'RS256', kid },
      { payload: token.split('.')[1] ?? '', signature: token.split('.')[2] ?? '' },
    ] as const;
  };
  const one = await header(first.privateKey, 'one');
  const two = await header(second.privateKey, 'two');
  const unreachable = new URL('http://127.0.0.1:1/jwks');

  await expect(createIdentityKeys(unreachable, issuer, file)(...one)).rejects.toThrow();
  const earlier = await served(first.publicKey, 'one');
  await createIdentityKeys(urlOf(earlier), issuer, file)(...one);
  earlier.close();

  const restarted = createIdentityKeys(unreachable, issuer, file);
  await expect(restarted(...one)).resolves.toBeTruthy();
  // An unknown key does not make the token invalid: the provider is unreachable.
  await expect(restarted(...two)).rejects.not.toThrow(/no applicable key/);
  await expect(createIdentityKeys(unreachable, 'https://other.example/', file)(...one)).rejects.toThrow();

  const later = await served(second.publicKey, 'two');
  const current = createIdentityKeys(urlOf(later), issuer, file);
  await current(...two);
  await expect(current(...one)).rejects.toThrow(/no applicable key/);
  later.close();
  const saved = JSON.parse(await readFile(file, 'utf8'));
  expect(saved.jwks.keys.map(({ kid }: { kid: string }) => kid)).toEqual(['two']);
  await writeFile(file, JSON.stringify({ ...saved, savedAt: Date.now() - 25 * 3600_000 }));
  await expect(createIdentityKeys(unreachable, issuer, file)(...two)).rejects.toThrow();
  await writeFile(file, 'no JSON');
  await expect(createIdentityKeys(unreachable, issuer, file)(...two)).rejects.toThrow();
});
