import { createTemplate } from '@kinreel/embedded-postgres/testing';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, inject, it } from 'vitest';
import { buildIdentity } from '../app.ts';
import { openDatabase } from '../database.ts';
import { signUpAndGetToken, startIdentity } from '../testing/index.ts';
import { json, serviceForTest, TestBrowser } from '../testing/support.ts';
import { openKey, sealKey } from './key-seal.ts';
import { createSigningKeys } from './signing-keys.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

it('creates one schema and one key when five processes start concurrently on an empty database', async () => {
  const { adminUrl } = inject('identityDatabase');
  const name = `identity_empty_${process.pid}_${Date.now()}`;
  await createTemplate(adminUrl, name, async () => undefined);
  const databaseUrl = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const services = await Promise.all(Array.from({ length: 5 }, () => startIdentity({ databaseUrl })));
  const sets = await Promise.all(
    services.map(async ({ baseUrl }) => json(await fetch(`${baseUrl}/.well-known/jwks.json`))),
  );
  const [first, ...others] = services;
  const { token } = await signUpAndGetToken(first as NonNullable<typeof first>, {
    email: 'ada@example.org',
    password: 'Harvest-Moon-42',
  });
  const responses = await Promise.all(
    others.map(({ baseUrl }) => fetch(`${baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } })),
  );
  await Promise.all(services.map((service) => service.stop()));
  expect(sets[0].keys).toHaveLength(1);
  expect(Buffer.from(sets[0].keys[0].n, 'base64url')).toHaveLength(3072 / 8);
  expect(sets[0].keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' });
  expect(sets).toEqual(Array(5).fill(sets[0]));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it('publishes the next key a day ahead, accepts tokens of the old one until they expire, then deletes it', async () => {
  let at = Date.now();
  const now = () => new Date(at);
  const service = await serviceForTest({ appOptions: { now } });
  const ada = { email: 'ada@example.org', password: 'Harvest-Moon-42' };
  const { token: oldToken } = await signUpAndGetToken(service, ada);
  const database = openDatabase(service.databaseUrl, () => undefined);
  const keys = createSigningKeys(database.db, service.config, now);
  const published = async () =>
    (await json(await fetch(`${service.baseUrl}/.well-known/jwks.json`))).keys.map(({ kid }: { kid: string }) => kid);
  const kidNow = async () => {
    const browser = new TestBrowser(service);
    return decodeProtectedHeader(String((await browser.logIn(ada.email)).get('access_token'))).kid;
  };
  const [oldKid] = await published();

  await keys.rotate();
  expect(await published()).toEqual([oldKid]);

  at += (service.config.keyRotationDays - 1) * DAY + HOUR;
  await Promise.all([keys.rotate(), keys.rotate(), keys.rotate()]);
  const both = await published();
  expect(both).toHaveLength(2);
  // Moves this row behind the newer one, because rows are unordered.
  await service.query('update identity.signing_keys set active_from = active_from where kid = $1', [oldKid]);
  await keys.rotate();
  expect(await published()).toEqual(both);
  expect(await kidNow()).toBe(oldKid);
  const lastOldToken = String((await new TestBrowser(service).logIn(ada.email)).get('access_token'));

  at += DAY + 60_000;
  await keys.rotate();
  expect(await published()).toEqual(both);
  expect(await kidNow()).toBe(both[1]);
  const keySet = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
  for (const token of [oldToken, lastOldToken]) {
    const { payload } = await jwtVerify(token, keySet, {
      currentDate: new Date((Number(payloadExp(token)) - 60) * 1000),
    });
    expect(payload.iss).toBe(service.config.issuer);
  }

  at += 2 * HOUR;
  await keys.rotate();
  await keys.rotate();
  expect(await published()).toEqual([both[1]]);
  await database.close();
});

const payloadExp = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp;

it('stores private keys encrypted, and does not start with another secret', async () => {
  const service = await serviceForTest();
  const [row] = await service.query<{ sealed_private_key: Buffer; public_jwk: Record<string, unknown> }>(
    'select * from identity.signing_keys',
  );
  expect(row?.sealed_private_key.toString('latin1')).not.toContain('PRIVATE KEY');
  expect(Object.keys(row?.public_jwk ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  const app = buildIdentity({ ...service.config, keySecret: 'another-secret-0123456789-0123456789' });
  await expect(app.ready()).rejects.toThrow('IDENTITY_KEY_SECRET does not match');
  await app.close();
});

it('decrypts a key only with its secret and its id, and if unchanged', () => {
  const sealed = sealKey('private', 'kid-1', 'secret');
  expect(openKey(sealed, 'kid-1', 'secret')).toBe('private');
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  expect(() => openKey(sealed, 'kid-1', 'other')).toThrow();
  expect(() => openKey(sealed, 'kid-2', 'secret')).toThrow();
  expect(() => openKey(changed, 'kid-1', 'secret')).toThrow();
  expect(sealKey('private', 'kid-1', 'secret').equals(sealed)).toBe(false);
});

it('still signs when the clock is set back to before its first key', async () => {
  const service = await serviceForTest();
  const database = openDatabase(service.databaseUrl, () => undefined);
  const keys = createSigningKeys(database.db, service.config, () => new Date(Date.now() - HOUR));
  const [published] = await keys.published();
  expect((await keys.current()).kid).toBe(published?.kid);
  await database.close();
});
