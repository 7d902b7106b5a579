import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database.ts';
import {
  claimsOf,
  fragmentOf,
  json,
  LANDING,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
} from '../testing/support.ts';
import { createSigningKeys } from './signing-keys.ts';

const UUID = /^[0-9a-f-]{36}$/;

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService();
  browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.logIn('ada@example.org');
});
afterAll(() => service.stop());

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function getCode(of = browser, more: Record<string, string> = {}): Promise<string> {
  const query = { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256', ...more };
  const location = (await of.authorize(query)).headers.get('location') ?? '';
  return String(new URL(location).searchParams.get('code'));
}

const exchange = (code: string, more: Record<string, string> = {}, of = browser) =>
  of.postForm('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'kinreel-web',
    redirect_uri: LANDING,
    code,
    code_verifier: verifier,
    ...more,
  });

async function newBrowser(email: string): Promise<TestBrowser> {
  const other = new TestBrowser(service);
  await other.signUp(email);
  await other.logIn(email);
  return other;
}

describe('authorization code with PKCE', () => {
  it('issues an access token and an ID token, with the same login ticket', async () => {
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    const code = await getCode(browser, { login_ticket, nonce: 'the-nonce' });
    const response = await exchange(code);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = await json(response);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'openid profile email' });
    const [key] = (await json(await browser.get('/.well-known/jwks.json'))).keys;
    expect(decodeProtectedHeader(body.access_token)).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: key.kid });
    const { sub, jti } = claimsOf(body.access_token);
    expect(jti).toMatch(UUID);
    expect(claimsOf(body.id_token)).toMatchObject({ sub, aud: 'kinreel-web', nonce: 'the-nonce' });
  });

  it('issues an ID token only for the scope openid, and a nonce only if there was one', async () => {
    const narrow = await json(await exchange(await getCode(browser, { scope: 'email' })));
    expect(narrow).toMatchObject({ access_token: expect.any(String), scope: 'email' });
    expect(narrow).not.toHaveProperty('id_token');
    expect(claimsOf((await json(await exchange(await getCode()))).id_token)).not.toHaveProperty('nonce');
  });

  it('has the epoch of its session', async () => {
    const other = await newBrowser('eve@example.org');
    const { access_token } = await json(await exchange(await getCode(other)));
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await fetch(`${service.baseUrl}/sessions`, { method: 'DELETE', headers })).status).toBe(204);
    await other.logIn('eve@example.org');
    expect(claimsOf((await json(await exchange(await getCode(other)))).access_token)).toMatchObject({
      session_epoch: 1,
    });
  });

  it('works once, also for concurrent attempts', async () => {
    const other = await newBrowser('bea@example.org');
    const code = await getCode(other);
    const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(code, {}, other)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('used a second time ends only its own session and the token of the first use', async () => {
    const [other, phone] = [await newBrowser('cyd@example.org'), new TestBrowser(service)];
    await phone.logIn('cyd@example.org');
    const code = await getCode(other);
    const tokens: string[] = [];
    for (const one of [code, await getCode(other), await getCode(phone)])
      tokens.push((await json(await exchange(one))).access_token);
    const accepted = () =>
      Promise.all(
        tokens.map(async (token) => {
          const headers = { authorization: `Bearer ${token}` };
          return (await fetch(`${service.baseUrl}/userinfo`, { headers })).status;
        }),
      );
    expect((await exchange('unknown')).status).toBe(400);
    expect(await accepted()).toEqual([200, 200, 200]);
    expect(await json(await exchange(code, { code_verifier: 'x'.repeat(43) }))).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await accepted()).toEqual([401, 401, 200]);
  });

  it.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:3000/landingpage' }],
    ['another code', { code: 'unknown' }],
  ])('fails with %s', async (_name, more) => {
    const response = await exchange(await getCode(), more);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ error: 'invalid_grant' });
  });

  it('fails without a code or a verifier of the usual length', async () => {
    const code = await getCode();
    const wrong: Record<string, string>[] = [
      { code_verifier: '' },
      { code_verifier: 'x'.repeat(129) },
      { code: '' },
      { code: 'x'.repeat(2001) },
    ];
    for (const more of wrong) {
      expect(await json(await exchange(code, more))).toMatchObject({ error: 'invalid_request' });
    }
    expect((await exchange(code)).status).toBe(200);
  });

  it('fails after a minute, which ends no session', async () => {
    let at = Date.now();
    const later = await serviceForTest({ appOptions: { now: () => new Date(at) } });
    const other = new TestBrowser(later);
    await other.signUp('ada@example.org');
    await other.logIn('ada@example.org');
    const code = await getCode(other);
    at += 61_000;
    expect((await exchange(code, {}, other)).status).toBe(400);
    expect(fragmentOf(await other.authorize({ prompt: 'none' })).has('access_token')).toBe(true);
  });
});

describe('password grant', () => {
  const grant = (more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    browser.post(
      '/oauth/token',
      {
        grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
        client_id: service.config.apiClientId,
        client_secret: service.config.apiClientSecret,
        realm: service.config.connection,
        audience: service.config.audience,
        username: 'ada@example.org',
        password: 'Harvest-Moon-42',
        ...more,
      },
      headers,
    );

  it('verifies the owner of an account for the API server', async () => {
    const body = await json(await grant());
    expect(claimsOf(body.access_token)).toMatchObject({
      sub: claimsOf((await browser.logIn('ada@example.org')).get('access_token')).sub,
      client_id: 'kinreel-api',
      session_epoch: 0,
    });
    expect(claimsOf(body.access_token)).not.toHaveProperty('sid');
    const { apiClientId, apiClientSecret } = service.config;
    const basic = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    const byHeader = await browser.postForm(
      '/oauth/token',
      { grant_type: 'password', username: 'ada@example.org', password: 'Harvest-Moon-42' },
      { authorization: basic },
    );
    expect(byHeader.status).toBe(200);
  });

  it('grants the requested scopes, or all', async () => {
    const scopes = [];
    for (const scope of [undefined, ' ', 'email']) {
      scopes.push((await json(await grant(scope === undefined ? {} : { scope }))).scope);
    }
    expect(scopes).toEqual(['openid profile email', 'openid profile email', 'email']);
  });

  it('responds the same for a wrong password and an unknown email', async () => {
    const responses = [await grant({ password: 'Wrong-Password-1' }), await grant({ username: 'nobody@example.org' })];
    for (const response of responses) {
      expect(response.status).toBe(403);
      expect(await json(response)).toEqual({ error: 'invalid_grant', error_description: 'Wrong email or password.' });
    }
  });

  it('works only for the confidential client with its secret', async () => {
    expect((await grant({ client_secret: 'wrong' })).status).toBe(401);
    expect((await grant({ client_id: 'other' })).status).toBe(401);
    const byWebApp = await browser.post('/oauth/token', {
      client_id: 'kinreel-web',
      grant_type: 'password',
      username: 'ada@example.org',
      password: 'Harvest-Moon-42',
    });
    const { apiClientId, apiClientSecret } = service.config;
    const codeOfWebApp = await exchange(await getCode(), { client_id: apiClientId, client_secret: apiClientSecret });
    for (const response of [byWebApp, codeOfWebApp]) {
      expect(response.status).toBe(403);
      expect(await json(response)).toMatchObject({ error: 'unauthorized_client' });
    }
    expect((await grant({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await json(await grant({ grant_type: 'client_credentials' }))).toMatchObject({
      error: 'unsupported_grant_type',
    });
  });

  it('accepts only the known connection and audience', async () => {
    expect((await grant({ realm: 'other' })).status).toBe(400);
    expect((await grant({ audience: 'urn:other' })).status).toBe(403);
  });

  it('counts attempts by the client’s address if the API server forwards it', async () => {
    const limits = { ...service.config.limits, addressAndAccount: { points: 1, seconds: 60 } };
    const limited = new TestBrowser(await serviceForTest({ overrides: { limits } }));
    await limited.signUp('ada@example.org');
    const { apiClientId, apiClientSecret } = service.config;
    const body = { grant_type: 'password', client_id: apiClientId, client_secret: apiClientSecret };
    const guess = { ...body, username: 'ada@example.org', password: 'Wrong-Password-1' };
    const from = (address: string) => limited.post('/oauth/token', guess, { 'auth0-forwarded-for': address });
    expect((await from('198.51.100.1')).status).toBe(403);
    expect((await from('198.51.100.1')).status).toBe(429);
    expect((await from('198.51.100.2')).status).toBe(403);
  });
});

describe('userinfo', () => {
  const ask = (token?: string) =>
    fetch(`${service.baseUrl}/userinfo`, { headers: token ? { authorization: `Bearer ${token}` } : {} });

  it('returns the claims that the scopes allow', async () => {
    const other = await newBrowser('dan@example.org');
    const full = String((await other.logIn('dan@example.org')).get('access_token'));
    const claims = {
      sub: claimsOf(full).sub,
      email: 'dan@example.org',
      email_verified: false,
      name: 'dan@example.org',
      updated_at: expect.any(String),
    };
    expect(await json(await ask(full))).toEqual(claims);
    const headers = { authorization: `Bearer ${full}` };
    expect(await json(await fetch(`${service.baseUrl}/userinfo`, { method: 'POST', headers }))).toEqual(claims);
    const narrow = String(fragmentOf(await other.authorize({ scope: 'openid' })).get('access_token'));
    expect(await json(await ask(narrow))).toEqual({ sub: claimsOf(full).sub });
  });

  it('responds only to scripts of the web app', async () => {
    const token = (await browser.logIn('ada@example.org')).get('access_token');
    const asked = ['https://evil.example', 'http://localhost:3000'].map((origin) =>
      browser.get('/userinfo', {}, { authorization: `Bearer ${token}`, origin }),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 200]);
  });

  it('rejects a missing token, a changed one, an ID token and one with a foreign signature', async () => {
    const code = await getCode();
    const { access_token, id_token } = await json(await exchange(code));
    const [header, payload, signature] = String(access_token).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claimsOf(access_token), sub: 'auth0|other' })).toString(
      'base64url',
    );
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
    const foreign = await new SignJWT(claimsOf(access_token))
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
      .sign((await generateKeyPair('RS256')).privateKey);
    for (const token of [undefined, 'nonsense', `${header}.${changed}.${signature}`, unsigned, foreign, id_token]) {
      const response = await ask(token);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
      expect(await json(response)).toEqual({ error: 'invalid_token', error_description: expect.any(String) });
    }
  });

  it('accepts no other spelling of the header', async () => {
    const token = (await browser.logIn('ada@example.org')).get('access_token');
    const statuses: number[] = [];
    for (const authorization of [`bearer ${token}`, `Not-Bearer ${token}`, `Bearer ${token} more`, `Basic ${token}`]) {
      statuses.push((await fetch(`${service.baseUrl}/userinfo`, { headers: { authorization } })).status);
    }
    expect(statuses).toEqual([200, 401, 401, 401]);
  });

  describe('rejects a token of its own key', () => {
    const of: Record<string, string> = {};
    let sign: (claims: object, typ?: string) => Promise<string>;
    beforeAll(async () => {
      const database = openDatabase(service.databaseUrl, () => undefined);
      const { kid, privateKey } = await createSigningKeys(database.db, service.config, () => new Date()).current();
      await database.close();
      sign = (claims, typ = 'at+jwt') =>
        new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(privateKey);
      const other = await newBrowser('finn@example.org');
      of.token = String((await browser.logIn('ada@example.org')).get('access_token'));
      of.otherSession = String(claimsOf((await other.logIn('finn@example.org')).get('access_token')).sid);
    });

    it('unless all claims are right', async () => {
      expect((await ask(await sign(claimsOf(of.token ?? '')))).status).toBe(200);
      expect((await ask(await sign({ ...claimsOf(of.token ?? ''), sid: undefined }))).status).toBe(200);
    });

    it.each<[string, () => object, string?]>([
      ['of another type', () => ({}), 'JWT'],
      ['for another audience', () => ({ aud: service.config.audience })],
      ['of another issuer', () => ({ iss: 'https://other.example/identity/' })],
      ['without an expiry', () => ({ exp: undefined })],
      ['for nobody', () => ({ sub: undefined })],
      ['for a person without an account', () => ({ sub: 'auth0|000000000000000000000000', sid: undefined })],
      ['for a session of another person', () => ({ sid: of.otherSession })],
      ['for an ended session', () => ({ sid: randomUUID() })],
      ['of an earlier epoch', () => ({ sid: undefined, session_epoch: -1 })],
    ])('%s', async (_name, change, typ) => {
      const response = await ask(await sign({ ...claimsOf(of.token ?? ''), ...change() }, typ));
      expect([response.status, (await json(response)).error]).toEqual([401, 'invalid_token']);
    });
  });

  it('rejects a token after 15 minutes', async () => {
    let at = Date.now();
    const later = await serviceForTest({ appOptions: { now: () => new Date(at) } });
    const other = new TestBrowser(later);
    await other.signUp('ada@example.org');
    const token = (await other.logIn('ada@example.org')).get('access_token');
    const status = async () =>
      (await fetch(`${later.baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status;
    at += 14 * 60_000;
    expect(await status()).toBe(200);
    at += 61_000;
    expect(await status()).toBe(401);
  });
});
