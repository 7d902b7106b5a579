import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HASH_COST } from '../passwords/password-hasher.ts';
import { signUpAndGetToken } from '../testing/index.ts';
import {
  APP,
  claimsOf,
  fragmentOf,
  json,
  LANDING,
  PASSWORD,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
} from '../testing/support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await new TestBrowser(service).signUp('ada@example.org');
});
afterAll(() => service.stop());

describe('login', () => {
  it('[LOGIN-05] logs in with email and password and sends the token to /landingpage', async () => {
    const browser = new TestBrowser(service);
    const authenticated = await browser.authenticate('Ada@Example.org');
    expect(authenticated.status).toBe(200);
    const { login_ticket, co_verifier, co_id } = await json(authenticated);
    expect([login_ticket, co_verifier, co_id]).toEqual(Array(3).fill(expect.stringMatching(/^[\w-]{43}$/)));

    const response = await browser.authorize({ login_ticket });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(`${LANDING}#access_token=`);
    const fragment = fragmentOf(response);
    expect(Object.fromEntries(fragment)).toMatchObject({
      expires_in: '900',
      token_type: 'Bearer',
      scope: 'openid profile email',
      state: 'the-state',
    });
    expect(claimsOf(fragment.get('access_token'))).toEqual({
      iss: 'http://localhost:3000/identity/',
      sub: expect.stringMatching(/^auth0\|[0-9a-f]{24}$/),
      aud: ['urn:kinreel:api', 'http://localhost:3000/identity/userinfo'],
      client_id: 'kinreel-web',
      scope: 'openid profile email',
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_epoch: 0,
      jti: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  it('protects the cookies from scripts and other sites', async () => {
    const browser = new TestBrowser(service);
    const authenticated = await browser.authenticate('ada@example.org');
    const { login_ticket } = await json(authenticated);
    const signedIn = await browser.authorize({ login_ticket });
    for (const line of [...authenticated.headers.getSetCookie(), ...signedIn.headers.getSetCookie()]) {
      expect(line).toMatch(/Path=\/identity; HttpOnly; SameSite=Strict|Path=\/identity; Expires=.*HttpOnly/);
      expect(line).not.toContain('Secure');
    }
    const https = await serviceForTest({ publicUrl: 'https://kin.example' });
    const secure = new TestBrowser(https);
    await secure.post('/dbconnections/signup', {}, { origin: 'https://kin.example' });
    await signUpAndGetToken(https, { email: 'ada@example.org', password: 'Harvest-Moon-42' });
    const response = await secure.authenticate('ada@example.org', undefined, { origin: 'https://kin.example' });
    expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure;')]);
  });

  it('responds the same for a wrong password and an unknown email', async () => {
    const wrong = await new TestBrowser(service).authenticate('ada@example.org', 'Wrong-Password-1');
    const unknown = await new TestBrowser(service).authenticate('nobody@example.org', 'Wrong-Password-1');
    for (const response of [wrong, unknown]) {
      expect(response.status).toBe(403);
      expect(await json(response)).toEqual({ error: 'access_denied', error_description: 'Wrong email or password.' });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  it('takes the same time for an unknown email, so that the response time does not reveal accounts', async () => {
    const service = await serviceForTest({ appOptions: { hashCost: HASH_COST } });
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    const least = { 'ada@example.org': Number.POSITIVE_INFINITY, 'nobody@example.org': Number.POSITIVE_INFINITY };
    // Measures CPU time, which is the same on a busy machine.
    for (let round = 0; round < 4; round += 1) {
      for (const email of ['ada@example.org', 'nobody@example.org'] as const) {
        const before = process.cpuUsage();
        await browser.authenticate(email, 'Wrong-Password-1');
        const { user, system } = process.cpuUsage(before);
        least[email] = Math.min(least[email], user + system);
      }
    }
    // Without hashing it would be about a tenth.
    expect(least['nobody@example.org']).toBeGreaterThan(least['ada@example.org'] / 3);
  });

  it('rejects another origin, another client and a body that is too large', async () => {
    const browser = new TestBrowser(service);
    const foreign = await browser.authenticate('ada@example.org', undefined, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
    expect((await browser.post('/co/authenticate', { client_id: 'other' })).status).toBe(400);
    const body = {
      client_id: service.config.clientId,
      credential_type: 'password',
      username: ' ada@example.org',
      password: PASSWORD,
    };
    const rows: [object, number][] = [
      [{}, 200],
      [{ client_id: 'other' }, 401],
      [{ realm: 'other' }, 403],
      [{ credential_type: 'sms' }, 400],
      [{ username: '' }, 400],
      [{ username: `${'x'.repeat(254)}` }, 403],
      [{ username: `${'x'.repeat(255)}` }, 400],
      [{ password: '' }, 400],
      [{ password: 'x'.repeat(1000) }, 403],
      [{ password: 'x'.repeat(1001) }, 400],
    ];
    const statuses: number[] = [];
    for (const [more] of rows) statuses.push((await browser.post('/co/authenticate', { ...body, ...more })).status);
    expect(statuses).toEqual(rows.map(([, status]) => status));
    const large = await browser.authenticate('ada@example.org', 'x'.repeat(17_000));
    expect(large.status).toBe(413);
    expect(await json(large)).toMatchObject({ error: 'invalid_request' });
    const unreadable = await browser.authenticate('ada\u0000@example.org');
    expect([unreadable.status, (await json(unreadable)).error]).toEqual([400, 'invalid_request']);
  });

  it.each(['/co/%61uthenticate', '/%63o/authenticate', '/dbconnections/%73ignup', '/oauth/%74oken', '/userinf%6f'])(
    'rejects another origin at %s, in any spelling of the path',
    async (path) => {
      const browser = new TestBrowser(service);
      const body = { client_id: service.config.clientId, credential_type: 'password', username: 'ada@example.org' };
      const ask = (origin: string) => browser.post(path, { ...body, password: PASSWORD }, { origin });
      const foreign = await ask('https://evil.example');
      expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
      expect((await ask(APP)).headers.get('access-control-allow-origin')).toBe(APP);
    },
  );

  it('rejects body types that any site can send without a CORS preflight', async () => {
    const browser = new TestBrowser(service);
    const fields = {
      client_id: service.config.clientId,
      connection: service.config.connection,
      credential_type: 'password',
      username: 'ada@example.org',
      email: 'ada@example.org',
      password: PASSWORD,
    };
    for (const path of ['/co/authenticate', '/dbconnections/signup', '/dbconnections/change_password']) {
      expect((await browser.postForm(path, fields)).status, path).toBe(415);
      expect((await browser.post(path, fields, { 'content-type': 'text/plain' })).status, path).toBe(415);
    }
  });

  it('[LOGIN-05] rejects the right password without an Origin header', async () => {
    const { clientId, connection } = service.config;
    const body = JSON.stringify({
      client_id: clientId,
      credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
      username: 'ada@example.org',
      password: PASSWORD,
      realm: connection,
    });
    // Not with fetch, which may add the header.
    const authenticate = async (headers: Record<string, string>) => {
      const sending = request(`${service.baseUrl}/co/authenticate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      sending.end(body);
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      response.resume();
      return response;
    };
    expect((await authenticate({ origin: APP })).statusCode).toBe(200);
    const rejected = await authenticate({});
    expect(rejected.statusCode).toBe(403);
    expect(rejected.headers['set-cookie']).toBeUndefined();
  });

  it('allows CORS for the known origins, with cookies for co/authenticate only', async () => {
    for (const origin of [APP, 'http://127.0.0.1:3000']) {
      const response = await fetch(`${service.baseUrl}/co/authenticate`, { method: 'OPTIONS', headers: { origin } });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    }
    const signup = await fetch(`${service.baseUrl}/dbconnections/signup`, {
      method: 'OPTIONS',
      headers: { origin: APP },
    });
    expect(signup.headers.get('access-control-allow-origin')).toBe(APP);
    expect(signup.headers.get('access-control-allow-credentials')).toBeNull();
    const foreign = await fetch(`${service.baseUrl}/dbconnections/signup`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:3001' },
    });
    expect(foreign.status).toBe(403);
  });
});

describe('login tickets', () => {
  it('work once', async () => {
    const browser = new TestBrowser(service);
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    const cookie = browser.cookies.get('kinreel_login') ?? '';
    expect(fragmentOf(await browser.authorize({ login_ticket })).get('access_token')).toBeTruthy();
    browser.cookies.clear();
    browser.cookies.set('kinreel_login', cookie);
    expect(fragmentOf(await browser.authorize({ login_ticket })).get('error')).toBe('access_denied');
  });

  it('give one token when used concurrently', async () => {
    const browser = new TestBrowser(service);
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    const headers = { cookie: `kinreel_login=${browser.cookies.get('kinreel_login')}` };
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => new TestBrowser(service, headers).authorize({ login_ticket })),
    );
    expect(responses.map(fragmentOf).filter((response) => response.has('access_token'))).toHaveLength(1);
  });

  it('are useless in another browser, and stay valid in their own', async () => {
    const browser = new TestBrowser(service);
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    const thief = new TestBrowser(service);
    expect(fragmentOf(await thief.authorize({ login_ticket })).get('error')).toBe('access_denied');
    await thief.signUp('thief@example.org');
    await thief.authenticate('thief@example.org');
    expect(fragmentOf(await thief.authorize({ login_ticket })).get('error')).toBe('access_denied');
    // Also useless in another browser of the same person.
    await thief.authenticate('ada@example.org');
    expect(fragmentOf(await thief.authorize({ login_ticket })).get('error')).toBe('access_denied');
    expect(fragmentOf(await browser.authorize({ login_ticket })).get('access_token')).toBeTruthy();
  });

  it('expire after a minute', async () => {
    let at = Date.now();
    const service = await serviceForTest({ appOptions: { now: () => new Date(at) } });
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    at += 61_000;
    expect(fragmentOf(await browser.authorize({ login_ticket })).get('error')).toBe('access_denied');
  });

  it('are never in the database or the log; the same for sessions, codes and passwords', async () => {
    const lines: string[] = [];
    const service = await serviceForTest({
      overrides: { logLevel: 'trace' },
      appOptions: { logStream: { write: (line) => lines.push(line) } },
    });
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    await browser.authenticate('ada@example.org', 'Summer-Rain-43');
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    const binding = String(browser.cookies.get('kinreel_login'));
    const tables = ['users', 'sessions', 'login_tickets', 'rate_limits'];
    const dump = async () =>
      JSON.stringify(await Promise.all(tables.map((table) => service.query(`select * from identity.${table}`))));
    const before = await dump();
    const token = String(fragmentOf(await browser.authorize({ login_ticket })).get('access_token'));
    const session = String(browser.cookies.get('kinreel_session'));
    await browser.get('/password-reset', { ticket: 'ticket-in-a-query' });
    await browser.get('/not-a-page', { ticket: 'ticket-in-a-query' });
    const everything = `${before}${await dump()}${lines.join('')}`;
    expect(everything).toContain('/identity/authorize');
    const [user] = await service.query<{ id: string }>('select id from identity.users');
    const logins = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^log/.test(msg));
    expect(logins.map(({ msg, account }) => [msg, account])).toEqual([
      ['login rejected', undefined],
      ['logged in', user?.id],
    ]);
    expect(lines.join('')).not.toContain('ada@example.org');
    for (const secret of [
      'Harvest-Moon-42',
      'Summer-Rain-43',
      login_ticket,
      binding,
      token,
      session,
      'ticket-in-a-query',
    ]) {
      expect(everything.includes(secret)).toBe(false);
    }
  });
});
