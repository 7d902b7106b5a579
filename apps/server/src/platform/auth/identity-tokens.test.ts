import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createIdentityProvider, type IdentityProvider } from './identity.ts';

const ISSUER = 'http://localhost:3000/identity/';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const now = () => Math.floor(Date.now() / 1000);

let provider: IdentityProvider;
/** The published key set. */
let keys: { keys: object[] };
let sign: (claims: Record<string, unknown>, typ?: string) => Promise<string>;
/** Signs with a key of the provider that is published without an algorithm. */
let signPs256: (claims: Record<string, unknown>, typ?: string) => Promise<string>;

// An identity provider that signs any claims, with keys that the server trusts.
beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const other = await generateKeyPair('PS256');
  keys = {
    keys: [
      { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(other.publicKey)), kid: 'other', use: 'sig' },
    ],
  };
  const server = createServer((_request, response) => response.end(JSON.stringify(keys)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  provider = createIdentityProvider(readConfig({ IDENTITY_INTERNAL_URL: `http://127.0.0.1:${port}` }), 'secret');
  sign = (claims, typ = 'at+jwt') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', typ }).sign(privateKey);
  signPs256 = (claims, typ = 'at+jwt') =>
    new SignJWT(claims).setProtectedHeader({ alg: 'PS256', kid: 'other', typ }).sign(other.privateKey);
  return () => new Promise<void>((closed) => server.close(() => closed()));
});

const access = (more: Record<string, unknown> = {}) => ({
  iss: ISSUER,
  aud: ['urn:kinreel:api', `${ISSUER}userinfo`],
  sub: 'auth0|1',
  iat: now(),
  exp: now() + 900,
  sid: 'the-session',
  session_epoch: 3,
  ...more,
});

describe('an access token', () => {
  test('is accepted with its session', async () => {
    const claims = access();
    expect(await provider.verify(await sign(claims))).toEqual({
      provider: 'kinreel',
      subject: 'auth0|1',
      sid: 'the-session',
      epoch: 3,
      issuedAt: new Date(claims.iat * 1000),
      expiresAt: new Date(claims.exp * 1000),
    });
    // A hosted tenant sends neither.
    for (const sid of ['', 5]) expect(await provider.verify(await sign(access({ sid })))).toMatchObject({ sid: null });
    const hosted = access({ sid: undefined, session_epoch: undefined });
    expect(await provider.verify(await sign(hosted))).toMatchObject({ sid: null, epoch: null });
  });

  test.each([
    ['another audience', { aud: 'urn:other:api' }],
    ['the audience of userinfo only', { aud: `${ISSUER}userinfo` }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'https://evil.example/identity/' }],
    ['an issuer without the slash', { iss: ISSUER.slice(0, -1) }],
    ['no issuer', { iss: undefined }],
    ['an expiry a minute ago', { exp: now() - 60 }],
    ['an expiry 20 seconds ago', { exp: now() - 20 }],
    ['an expiry almost a day ago', { exp: now() - 23 * 3600 }],
    ['no end', { exp: undefined }],
    ['no person', { sub: undefined }],
    ['a start tomorrow', { nbf: now() + 86_400 }],
    ['another client', { client_id: 'other' }],
    ['another client of Auth0', { azp: 'other' }],
  ])('with %s is rejected', async (_name, more) => {
    await expect(provider.verify(await sign(access(more)))).rejects.toMatchObject({ code: 'session.expired' });
  });

  test.each([{ client_id: 'kinreel-web' }, { azp: 'kinreel-web' }, { client_id: 'kinreel-api' }])(
    'of one of our clients is accepted: %o',
    async (client) => {
      await expect(provider.verify(await sign(access(client)))).resolves.toMatchObject({ provider: 'kinreel' });
    },
  );

  test('may have expired a few seconds ago (clock skew)', async () => {
    await expect(provider.verify(await sign(access({ exp: now() - 2 })))).resolves.toMatchObject({
      provider: 'kinreel',
    });
  });

  test('with another algorithm is rejected, even with a key of the provider', async () => {
    await expect(provider.verify(await signPs256(access()))).rejects.toMatchObject({ code: 'session.expired' });
  });

  test("fails without the provider's keys (JWKS)", async () => {
    const unreachable = createIdentityProvider(readConfig({ IDENTITY_INTERNAL_URL: 'http://127.0.0.1:1' }), 'secret');
    await expect(unreachable.verify(await sign(access()))).rejects.toMatchObject({ code: 'identity.unavailable' });
    const logout = unreachable.readLogoutToken(await sign({}, 'logout+jwt'));
    await expect(logout).rejects.toMatchObject({ code: 'identity.unavailable' });
  });

  test('with another key, or the public key as a secret, is rejected', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const foreign = await new SignJWT(access()).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey);
    const symmetric = await new SignJWT(access())
      .setProtectedHeader({ alg: 'HS256', kid: 'test' })
      .sign(new TextEncoder().encode('the-public-key-of-the-identity-provider'));
    for (const token of [foreign, symmetric]) {
      await expect(provider.verify(token)).rejects.toMatchObject({ code: 'session.expired' });
    }
  });
});

describe('an access token that was verified recently', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

  test('[API-25] is accepted without verifying its signature again, until it expires', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const verified = vi.spyOn(crypto.subtle, 'verify');
    const token = await sign(access({ exp: now() + 20 }));
    expect(await provider.verify(token)).toEqual(await provider.verify(token));
    expect(verified).toHaveBeenCalledTimes(1);
    wait(30);
    await expect(provider.verify(token)).rejects.toMatchObject({ code: 'session.expired' });
  });

  test('[API-25] is cached neither for another token nor for another use', async () => {
    const token = await sign(access());
    await provider.verify(token);
    const [head, body, signature] = token.split('.');
    const changed = Buffer.from(JSON.stringify(access({ sub: 'auth0|2' }))).toString('base64url');
    const forged = [head, changed, signature].join('.');
    await expect(provider.verify(forged)).rejects.toMatchObject({ code: 'session.expired' });
    await expect(provider.verify([head, body, ''].join('.'))).rejects.toMatchObject({ code: 'session.expired' });
    expect(await provider.readLogoutToken(token)).toBeNull();
    const foreign = await sign(access({ aud: 'urn:other:api' }));
    for (let i = 0; i < 2; i++) {
      await expect(provider.verify(foreign)).rejects.toMatchObject({ code: 'session.expired' });
    }
  });

  test('[API-25] is rejected when the provider has removed its key', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const all = keys.keys;
    const token = await sign(access({ exp: now() + 3600 }));
    await provider.verify(token);
    keys.keys = all.slice(1);
    // The key set is fetched again after ten minutes.
    wait(11 * 60);
    await expect(provider.verify(token)).rejects.toMatchObject({ code: 'session.expired' });
    keys.keys = all;
    wait(11 * 60);
    await expect(provider.verify(token)).resolves.toMatchObject({ subject: 'auth0|1' });
  });
});

describe('a proof of the password, which deletes an account', () => {
  const proof = (more: Record<string, unknown> = {}) => ({
    iss: ISSUER,
    aud: 'kinreel-api',
    sub: 'auth0|1',
    exp: now() + 60,
    jti: 'once',
    purpose: 'delete-account',
    ...more,
  });
  const proves = (token: string) => provider.readPasswordProof(token, 'auth0|1');

  test('[API-25] is accepted for its person and this purpose', async () => {
    expect(await proves(await sign(proof(), 'proof+jwt'))).toBe('once');
    // Clock skew.
    expect(await proves(await sign(proof({ exp: now() - 3 }), 'proof+jwt'))).toBe('once');
  });

  test.each([
    ['the type of an access token', {}, 'at+jwt'],
    ['another person', { sub: 'auth0|2' }],
    ['no person', { sub: undefined }],
    ['another purpose', { purpose: 'change-password' }],
    ['another audience', { aud: 'urn:kinreel:api' }],
    ['another issuer', { iss: 'https://evil.example/' }],
    ['no end', { exp: undefined }],
    ['an expiry in the past', { exp: now() - 60 }],
    ['no id', { jti: undefined }],
  ])('[API-25] with %s is rejected', async (_name, more, typ = 'proof+jwt') => {
    expect(await proves(await sign(proof(more), typ))).toBeNull();
  });

  test('[API-25] with another algorithm is rejected', async () => {
    expect(await proves(await signPs256(proof(), 'proof+jwt'))).toBeNull();
  });

  test("[API-25] fails without the provider's keys (JWKS), and with a hosted provider", async () => {
    const unreachable = createIdentityProvider(readConfig({ IDENTITY_INTERNAL_URL: 'http://127.0.0.1:9' }), 'secret');
    const unknown = unreachable.readPasswordProof(await sign(proof(), 'proof+jwt'), 'auth0|1');
    await expect(unknown).rejects.toMatchObject({ code: 'identity.unavailable' });
    const { domain, secret } = { domain: 'family.eu.auth0.com', secret: 'x'.repeat(32) };
    const hosted = createIdentityProvider(
      readConfig({ IDENTITY_DOMAIN: domain, IDENTITY_API_CLIENT_SECRET: secret }),
      secret,
    );
    await expect(hosted.readPasswordProof('a.b.c', 'auth0|1')).rejects.toMatchObject({ code: 'account.elsewhere' });
  });
});

describe('a logout token', () => {
  const logout = (more: Record<string, unknown> = {}) => ({
    iss: ISSUER,
    aud: 'kinreel-api',
    sub: 'auth0|1',
    iat: now(),
    exp: now() + 900,
    jti: 'once',
    events: { [LOGOUT_EVENT]: {} },
    ...more,
  });

  test('ends one session, or all before an epoch or a time', async () => {
    const claims = logout({ sid: 'the-session' });
    const end = { provider: 'kinreel', subject: 'auth0|1', endedAt: new Date(claims.iat * 1000) };
    const read = async (token: object) => provider.readLogoutToken(await sign({ ...token }, 'logout+jwt'));
    expect(await read(claims)).toEqual({ ...end, sid: 'the-session', epoch: null });
    expect(await read({ ...claims, sid: undefined, session_epoch: 4 })).toEqual({ ...end, sid: null, epoch: 4 });
    expect(await read({ ...claims, sid: undefined, aud: 'kinreel-web' })).toEqual({ ...end, sid: null, epoch: null });
  });

  test.each([
    ['the type of an access token', {}, 'at+jwt'],
    ['another audience', { aud: 'urn:kinreel:api' }],
    ['another issuer', { iss: 'https://evil.example/' }],
    ['no person', { sub: undefined }],
    ['no event', { events: {} }],
    ['a nonce, as an ID token has', { nonce: 'x' }],
    ['an expiry a day ago', { exp: now() - 86_400 }],
    ['an expiry 20 seconds ago', { exp: now() - 20 }],
    ['no time', { iat: undefined }],
    ['no id', { jti: undefined }],
    ['no events', { events: undefined }],
    ['no issuer', { iss: undefined }],
    ['no audience', { aud: undefined }],
  ])('with %s is rejected', async (_name, more, typ = 'logout+jwt') => {
    expect(await provider.readLogoutToken(await sign(logout(more), typ))).toBeNull();
  });

  test('may have expired a few seconds ago (clock skew)', async () => {
    expect(await provider.readLogoutToken(await sign(logout({ exp: now() - 2 }), 'logout+jwt'))).not.toBeNull();
  });

  test('with another algorithm is rejected', async () => {
    expect(await provider.readLogoutToken(await signPs256(logout(), 'logout+jwt'))).toBeNull();
  });
});
