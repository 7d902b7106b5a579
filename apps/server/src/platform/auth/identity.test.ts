import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createIdentityProvider, type IdentityProvider, identityAddress } from './identity.ts';

/** A hosted tenant that responds to /userinfo. */
let tenant: Server;
let claims: object;
let identity: IdentityProvider;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  tenant = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(claims));
  }).listen(0, '127.0.0.1');
  await once(tenant, 'listening');
  const { port } = tenant.address() as AddressInfo;
  identity = createIdentityProvider(
    readConfig({ IDENTITY_DOMAIN: `http://127.0.0.1:${port}`, IDENTITY_API_CLIENT_SECRET: 'x'.repeat(32) }),
    'x'.repeat(32),
  );
});
afterEach(() => tenant.close());

const email = 'ada@example.org';
test.each([
  [
    { email, email_verified: true },
    { email, isVerified: true },
  ],
  [
    { email, email_verified: false },
    { email, isVerified: false },
  ],
  [
    { email, email_verified: 'true' },
    { email, isVerified: false },
  ],
  [{ email }, { email, isVerified: false }],
  [{ email_verified: true }, null],
])("a hosted tenant's claims %j mean %j", async (given, meaning) => {
  claims = given;
  expect(await identity.emailOf('the-token')).toEqual(meaning);
  expect(asked).toEqual(['GET /userinfo Bearer the-token']);
});

test('a hosted tenant is not asked to send its verification mail again', async () => {
  await expect(identity.sendVerification('the-token')).rejects.toMatchObject({ code: 'verification.elsewhere' });
  expect(asked).toEqual([]);
});

test('a hosted tenant is not asked for its devices', async () => {
  await expect(identity.sessions.list('the-token')).rejects.toMatchObject({ code: 'devices.elsewhere' });
  expect(asked).toEqual([]);
});

test.each([
  [{}, 'https://kin.example/identity'],
  [{ IDENTITY_DOMAIN: 'family.eu.auth0.com' }, 'https://family.eu.auth0.com'],
  [{ IDENTITY_DOMAIN: 'http://127.0.0.1:9/' }, 'http://127.0.0.1:9'],
])('the address of the provider of %j is %s', (env, address) => {
  const secret = { IDENTITY_API_CLIENT_SECRET: 'x'.repeat(32) };
  expect(identityAddress(readConfig({ PUBLIC_URL: 'https://kin.example', ...secret, ...env }))).toBe(address);
});

describe('the bundled service', () => {
  /** Requests to the service, and its next response. */
  let requests: { line: string; headers: Record<string, unknown>; body: string }[];
  let answer: { status: number; body?: unknown; headers?: Record<string, string> };
  let service: Server;
  let provider: IdentityProvider;
  beforeEach(async () => {
    requests = [];
    answer = { status: 200, body: {} };
    service = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body ?? {}));
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    provider = createIdentityProvider(readConfig({ IDENTITY_INTERNAL_URL: url }), 'the-secret');
  });
  afterEach(() => service.close());

  const calls = {
    emailOf: () => provider.emailOf('t'),
    sendVerification: () => provider.sendVerification('t'),
    list: () => provider.sessions.list('t'),
    end: () => provider.sessions.end('t', 'the-session'),
    endAll: () => provider.sessions.endAll('t'),
    provePassword: () => provider.provePassword('ada@example.org', 'secret', '192.0.2.1'),
  };
  type Call = keyof typeof calls;
  /** The result of a call, or its error code. */
  const result = (call: Call) => calls[call]().catch((error: { code: string }) => error.code);

  test("is called at its internal address, with the person's token", async () => {
    answer.body = { sessions: [] };
    for (const call of ['emailOf', 'sendVerification', 'list', 'end', 'endAll'] as const) await result(call);
    expect(requests.map(({ line, headers }) => `${line} ${headers.authorization}`)).toEqual([
      'GET /identity/userinfo Bearer t',
      'POST /identity/verification-mail Bearer t',
      'GET /identity/sessions Bearer t',
      'DELETE /identity/sessions/the-session Bearer t',
      'DELETE /identity/sessions Bearer t',
    ]);
  });

  test("is called about accounts with this server's credentials, by the id without Auth0's prefix", async () => {
    answer.body = { url: 'https://kin.example/x', expires_at: 'later', activity: [] };
    const { accounts } = provider;
    await accounts.endSessions('auth0|1/2');
    await accounts.delete('auth0|1');
    expect(await accounts.resetLink('1auth0|1')).toEqual({ url: 'https://kin.example/x', expires_at: 'later' });
    expect(await accounts.activity('auth0|1', null, 7)).toEqual([]);
    expect(await accounts.activity('auth0|1', { at: 'then', id: 'one' }, 7)).toEqual([]);
    expect(requests.map(({ line }) => line)).toEqual([
      'DELETE /identity/users/1%2F2/sessions',
      'DELETE /identity/users/1',
      'POST /identity/users/1auth0%7C1/reset-link',
      'GET /identity/users/1/activity?limit=7',
      'GET /identity/users/1/activity?limit=7&at=then&id=one',
    ]);
    const basic = `Basic ${Buffer.from('kinreel-api:the-secret').toString('base64')}`;
    expect(new Set(requests.map(({ headers }) => headers.authorization))).toEqual(new Set([basic]));
    for (const [status, code] of [
      [404, 'person.missing'],
      [401, 'identity.unavailable'],
      [500, 'identity.unavailable'],
    ] as const) {
      answer = { status };
      await expect(accounts.delete('auth0|1'), code).rejects.toMatchObject({ code });
      await expect(provider.countSessions()).rejects.toMatchObject({ code: 'identity.unavailable' });
      await expect(provider.mails.list()).rejects.toMatchObject({ code: 'identity.unavailable' });
    }
    await expect(identity.accounts.delete('auth0|1')).rejects.toMatchObject({ code: 'account.elsewhere' });
    expect(asked).toEqual([]);
  });

  test("[API-01] is called to check a password with the client's address and the server's secret", async () => {
    expect(await result('provePassword')).toBe('identity.unavailable');
    const [{ line, headers, body } = { line: '', headers: {}, body: '{}' }] = requests;
    expect(line).toBe('POST /identity/oauth/token');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'auth0-forwarded-for': '192.0.2.1' });
    expect(JSON.parse(body)).toEqual({
      grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
      realm: 'Username-Password-Authentication',
      client_id: 'kinreel-api',
      client_secret: 'the-secret',
      audience: 'urn:kinreel:api',
      username: 'ada@example.org',
      password: 'secret',
    });
  });

  test.each<[Call, Record<number, unknown>]>([
    ['emailOf', { 401: null, 403: null, 404: 'identity.unavailable', 500: 'identity.unavailable' }],
    ['sendVerification', { 401: 'session.expired', 429: 'verification.too_many', 500: 'identity.unavailable' }],
    ['list', { 401: 'session.expired', 500: 'identity.unavailable' }],
    ['end', { 200: true, 401: 'session.expired', 404: false, 500: 'identity.unavailable' }],
    ['endAll', { 200: undefined, 401: 'session.expired', 500: 'identity.unavailable' }],
    ['provePassword', { 400: null, 403: null, 429: 'request.rate_limited', 500: 'identity.unavailable' }],
  ])('answers %s with %j', async (call, statuses) => {
    for (const [status, expected] of Object.entries(statuses)) {
      answer = { status: Number(status) };
      expect(await result(call), status).toBe(expected);
    }
  });

  test.each([
    [{ email_verified: true }, 'verified'],
    [{ email_verified: 'true' }, 'sent'],
    [{}, 'sent'],
  ])('with the response %j has %s the verification mail', async (body, expected) => {
    answer.body = body;
    expect(await result('sendVerification')).toBe(expected);
  });

  test('follows no redirect, and a missing response is an error', async () => {
    // The redirect target's response must not be used.
    answer = { status: 302, headers: { location: 'data:application/json,{"email":"ada@example.org"}' } };
    expect(await result('emailOf')).toBe('identity.unavailable');
    expect(requests).toHaveLength(1);
    answer = { status: 302, headers: { location: `http://127.0.0.1:${(tenant.address() as AddressInfo).port}/` } };
    claims = { email };
    expect(await result('emailOf')).toBe('identity.unavailable');
    expect(asked).toEqual([]);
    service.close();
    service.closeAllConnections();
    expect(await result('emailOf')).toBe('identity.unavailable');
    await expect(provider.verify('a.b.c')).rejects.toMatchObject({ code: 'session.expired' });
  });
});
