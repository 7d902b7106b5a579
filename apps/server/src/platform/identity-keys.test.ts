import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

test('keys are saved when they change and once an hour, not with each request', async () => {
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
  /** Asks for a key after so many minutes. @returns when keys were last saved, and how many */
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
  ['no list of keys', 200, { error: 'busy' }],
  ['no JSON', 200, undefined],
])('a provider that answers with %s says nothing about a token', async (_answer, status, body) => {
  const provider = createServer((_request, response) => response.writeHead(status).end(JSON.stringify(body) ?? '<p>'));
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void provider.close());
  const url = new URL(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  await expect(createIdentityKeys(url, ISSUER, null)(HEADER, NO_TOKEN)).rejects.toThrow(KeysUnavailableError);
});

test('a token that names no key, or an unknown one, is refused alone: the next one finds its key', async () => {
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
