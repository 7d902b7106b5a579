import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors, exportJWK, generateKeyPair } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createIdentityKeys, KeysUnavailableError } from './identity-keys.ts';

const ISSUER = 'http://localhost:3000/identity/';
const HEADER = { alg: 'RS256', kid: 'one' };
const NO_TOKEN = { payload: '', signature: '' };

test('saves keys when they change and once an hour, not with each request', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), ...HEADER, use: 'sig' }];
  const provider = createServer((_request, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-keys-'));
  onTestFinished(async () => {
    provider.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'keys.json');
  const url = new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  const find = createIdentityKeys(url, ISSUER, file);
  const saved = async () => JSON.parse(await readFile(file, 'utf8'));
  /** Looks up a key after this many minutes. @returns when keys were last saved, and how many */
  const findAfter = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    await find(HEADER, NO_TOKEN);
    const { savedAt, jwks } = await saved();
    return { savedAt, count: jwks.keys.length };
  };
  const first = await findAfter(0);
  expect(first).toEqual({ savedAt: Date.now(), count: 1 });
  expect(await findAfter(1)).toEqual(first);
  expect(await findAfter(58)).toEqual(first);
  const second = await findAfter(1);
  expect(second).toEqual({ savedAt: Date.now(), count: 1 });
  keys.push({ ...keys[0], kid: 'two' } as (typeof keys)[0]);
  expect(await findAfter(11)).toEqual({ savedAt: Date.now(), count: 2 });
});

test.each([
  ['an error', 500, { keys: [] }],
  ['no key set', 200, { error: 'busy' }],
  ['no JSON', 200, undefined],
])('if the provider responds with %s, the token is neither valid nor invalid', async (_answer, status, body) => {
  const provider = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body) ?? '<p>'));
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void provider.close());
  const url = new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  await expect(createIdentityKeys(url, ISSUER, null)(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
});

test('rejects a token without a key id or with an unknown one, and accepts the next valid one', async () => {
  const { publicKey } = await generateKeyPair('RS256');
  const jwk = await exportJWK(publicKey);
  const keys = ['one', 'two'].map((kid) => ({ ...jwk, alg: 'RS256', kid, use: 'sig' }));
  const provider = createServer((_request, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void provider.close());
  const find = createIdentityKeys(
    new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`),
    ISSUER,
    null,
  );
  for (const header of [{ alg: 'RS256' }, { alg: 'RS256', kid: 'three' }]) {
    await expect(find(header, NO_TOKEN)).rejects.toThrow(errors.JOSEError);
    expect(await find(HEADER, NO_TOKEN)).toBeDefined();
  }
});

/** A provider that can be unreachable, and its saved keys. */
async function savedKeys() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), ...HEADER, use: 'sig' }];
  let isDown = false;
  let requests = 0;
  const provider = createServer((_request, response) => {
    requests += 1;
    response.writeHead(isDown ? 503 : 200).end(JSON.stringify({ keys }));
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-keys-'));
  onTestFinished(async () => {
    provider.close();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'keys.json');
  const url = new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  return {
    file,
    folder,
    keys,
    start: (issuer = ISSUER, at: string | null = file) => createIdentityKeys(url, issuer, at),
    away: (value: boolean) => {
      isDown = value;
    },
    pass: (ms: number) => vi.setSystemTime(Date.now() + ms),
    requests: () => requests,
  };
}

test('a server that starts before its provider uses the saved keys of this issuer for a day', async () => {
  const { start, away, pass } = await savedKeys();
  await start()(HEADER, NO_TOKEN);
  away(true);
  expect(await start()(HEADER, NO_TOKEN)).toBeDefined();
  await expect(start('http://other.example/')(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  await expect(start(ISSUER, null)(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  // An unknown key may be newer than the saved ones.
  await expect(start()({ ...HEADER, kid: 'two' }, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  pass(24 * 3600_000 - 1);
  expect(await start()(HEADER, NO_TOKEN)).toBeDefined();
  pass(1);
  await expect(start()(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
});

test('only the server can read the saved keys, and a full disk fails no request', async () => {
  const { start, file, folder } = await savedKeys();
  await start()(HEADER, NO_TOKEN);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['keys.json']);
  expect(await start(ISSUER, join(folder, 'nothing/keys.json'))(HEADER, NO_TOKEN)).toBeDefined();
});

test('retries an unreachable provider after two seconds', async () => {
  const { start, away, pass, requests } = await savedKeys();
  away(true);
  const find = start();
  await expect(find(HEADER, NO_TOKEN)).rejects.toMatchObject({ cause: expect.any(Error) });
  await expect(find(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  expect(requests()).toBe(1);
  away(false);
  pass(2_000 - 1);
  await expect(find(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  pass(1);
  expect(await find(HEADER, NO_TOKEN)).toBeDefined();
  expect(requests()).toBe(2);
});

test('saves no keys without a file, and replaces keys of another issuer immediately', async () => {
  const { start, away, pass, file } = await savedKeys();
  onTestFinished(() => rm('null.new', { force: true }));
  await start(ISSUER, null)(HEADER, NO_TOKEN);
  expect(await readFile('null.new').catch(() => 'none')).toBe('none');
  await start()(HEADER, NO_TOKEN);
  away(true);
  const moved = start('http://other.example/');
  await expect(moved(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
  away(false);
  pass(2_000);
  await moved(HEADER, NO_TOKEN);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ issuer: 'http://other.example/' });
});

test('ignores a damaged file of saved keys', async () => {
  const { start, away, file } = await savedKeys();
  await writeFile(file, '{');
  away(true);
  await expect(start()(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
});
