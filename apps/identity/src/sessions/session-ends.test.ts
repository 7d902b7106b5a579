import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../database.ts';
import { apiServerForTest } from '../testing/api-server.ts';
import { startIdentity } from '../testing/index.ts';
import {
  CODE_VERIFIER,
  claimsOf,
  codeOf,
  fragmentOf,
  json,
  LANDING,
  readMails,
  serviceForTest,
  TestBrowser,
  type TestService,
  ticketIn,
} from '../testing/support.ts';
import { createSigningKeys } from '../tokens/signing-keys.ts';
import { deliverLogoutNotices } from './logout-notices.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const NEW_PASSWORD = 'Blue-Heron-2027';
const UUID = /^[0-9a-f-]{36}$/;

/** Ada, logged in on a phone and on a computer. */
async function twoDevices(logoutUrl: string | null = null) {
  const service = await serviceForTest({ overrides: { logoutUrl } });
  const phone = new TestBrowser(service, { 'user-agent': PHONE });
  const computer = new TestBrowser(service);
  await phone.signUp('ada@example.org');
  const tokens = [];
  for (const browser of [phone, computer])
    tokens.push(String((await browser.logIn('ada@example.org')).get('access_token')));
  const [phoneToken = '', computerToken = ''] = tokens;
  return { service, phone, phoneToken, computer, computerToken };
}

const ask = (service: TestService, path: string, token: string, method = 'GET') =>
  fetch(`${service.baseUrl}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

const activity = (service: TestService, kind: string) =>
  service.query('select user_id, browser, system from identity.activity where kind = $1', [kind]);

const userinfo = async (service: TestService, token: string) => (await ask(service, '/userinfo', token)).status;

const renews = async (browser: TestBrowser) =>
  fragmentOf(await browser.authorize({ prompt: 'none' })).has('access_token');

const exchange = (browser: TestBrowser, code: string) =>
  browser.postForm('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'kinreel-web',
    redirect_uri: LANDING,
    code,
    code_verifier: CODE_VERIFIER,
  });

async function resetPassword(browser: TestBrowser, service: TestService): Promise<void> {
  await browser.requestReset('ada@example.org');
  const [mail] = await readMails(service, 1);
  const fields = { ticket: ticketIn(mail), password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect((await browser.postForm('/password-reset', fields)).status).toBe(200);
}

describe('sessions', () => {
  it('are listed for the owner of a token, with the names of browser and system, and the current one marked', async () => {
    const { service, phone, phoneToken } = await twoDevices();
    const stranger = new TestBrowser(service);
    await stranger.signUp('bob@example.org');
    await stranger.logIn('bob@example.org');
    const { sessions } = await json(await ask(service, '/sessions', phoneToken));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(UUID),
        browser: null,
        system: null,
        current: false,
        created_at: time,
        last_used_at: time,
      },
      {
        id: claimsOf(phoneToken).sid,
        browser: 'Chrome',
        system: 'Android',
        current: true,
        created_at: time,
        last_used_at: time,
      },
    ]);
    // The same session after a renewal, with another token.
    const renewed = fragmentOf(await phone.authorize({ prompt: 'none' })).get('access_token');
    expect(claimsOf(renewed)).toMatchObject({ sid: claimsOf(phoneToken).sid, session_epoch: 0 });
    expect((await ask(service, '/sessions', 'nonsense')).status).toBe(401);

    await service.query(
      `insert into identity.sessions (token_hash, user_id, new_device, created_at, seen_at)
       select 'another ' || n, user_id, false, created_at, seen_at
       from identity.sessions, generate_series(1, 150) as n where id = $1`,
      [claimsOf(phoneToken).sid],
    );
    expect((await json(await ask(service, '/sessions', phoneToken))).sessions).toHaveLength(100);
  });

  it('can be ended one by one: only this token and its renewal, and only by their owner', async () => {
    const { service, phone, phoneToken, computer, computerToken } = await twoDevices();
    const stranger = new TestBrowser(service);
    await stranger.signUp('bob@example.org');
    const bob = String((await stranger.logIn('bob@example.org')).get('access_token'));
    const path = `/sessions/${claimsOf(phoneToken).sid}`;
    expect((await ask(service, path, bob, 'DELETE')).status).toBe(404);
    expect((await ask(service, '/sessions/1', bob, 'DELETE')).status).toBe(400);
    expect(await renews(phone)).toBe(true);

    expect((await ask(service, path, computerToken, 'DELETE')).status).toBe(204);
    expect([await userinfo(service, phoneToken), await renews(phone)]).toEqual([401, false]);
    expect([await userinfo(service, computerToken), await renews(computer)]).toEqual([200, true]);
    expect((await ask(service, path, computerToken, 'DELETE')).status).toBe(404);
    const device = { user_id: String(claimsOf(phoneToken).sub).slice(6), browser: 'Chrome', system: 'Android' };
    expect(await activity(service, 'device-logged-out')).toEqual([device]);
  });

  it.each([
    [
      'log out everywhere',
      async (service: TestService, _browser: TestBrowser, token: string) => {
        expect((await ask(service, '/sessions', token, 'DELETE')).status).toBe(204);
      },
    ],
    ['a password reset', async (service: TestService, browser: TestBrowser) => resetPassword(browser, service)],
  ])(
    '[FORGOT-04] %s ends all sessions of the person only, and a later login starts a new epoch',
    async (_name, end) => {
      const { service, phone, phoneToken, computer, computerToken } = await twoDevices();
      const bob = new TestBrowser(service);
      await bob.signUp('bob@example.org');
      const bobsToken = String((await bob.logIn('bob@example.org')).get('access_token'));
      // Everything that could start a session or get a token without the password.
      const halfway = new TestBrowser(service);
      const { login_ticket } = await json(await halfway.authenticate('ada@example.org'));
      const code = await codeOf(phone);

      await end(service, computer, computerToken);
      for (const token of [phoneToken, computerToken]) expect(await userinfo(service, token)).toBe(401);
      for (const browser of [phone, computer]) expect(await renews(browser)).toBe(false);
      expect(fragmentOf(await halfway.authorize({ login_ticket })).get('error')).toBe('access_denied');
      expect((await exchange(phone, code)).status).toBe(400);
      expect([await userinfo(service, bobsToken), await renews(bob)]).toEqual([200, true]);
      expect(await activity(service, 'logged-out-everywhere')).toHaveLength(1);

      const password = _name === 'a password reset' ? NEW_PASSWORD : undefined;
      const again = String((await computer.logIn('ada@example.org', password)).get('access_token'));
      const renewed = String(fragmentOf(await computer.authorize({ prompt: 'none' })).get('access_token'));
      for (const token of [again, renewed]) {
        expect(claimsOf(token).session_epoch).toBe(1);
        expect(await userinfo(service, token)).toBe(200);
      }
      expect(await userinfo(service, phoneToken)).toBe(401);
    },
  );
});

describe('the API server', () => {
  it('is notified of ended sessions before the response, by signed logout tokens', async () => {
    const api = await apiServerForTest();
    const { service, phone, phoneToken, computer, computerToken } = await twoDevices(api.logoutUrl);
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
    const options = { issuer: service.config.issuer, audience: service.config.apiClientId, typ: 'logout+jwt' };
    const { sid, sub } = claimsOf(phoneToken);

    await phone.get('/v2/logout');
    const ofLogout = (await jwtVerify(String(api.tokens[0]), keys, options)).payload;
    expect(ofLogout).toMatchObject({
      sub,
      sid,
      jti: expect.stringMatching(UUID),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(ofLogout).not.toHaveProperty('session_epoch');
    expect((await ask(service, `/sessions/${claimsOf(computerToken).sid}`, computerToken, 'DELETE')).status).toBe(204);
    expect(api.heard()).toContainEqual(expect.objectContaining({ sub, sid: claimsOf(computerToken).sid }));

    await resetPassword(computer, service);
    // A notice may be delivered twice, by the request and by the timer; the server stores the same end again.
    const ofReset = api.tokens.find((token) => claimsOf(token).sid === undefined);
    const { payload } = await jwtVerify(String(ofReset), keys, options);
    expect(payload).toMatchObject({ sub, session_epoch: 1 });
    expect(payload).not.toHaveProperty('nonce');

    const again = String((await computer.logIn('ada@example.org', NEW_PASSWORD)).get('access_token'));
    expect((await ask(service, '/sessions', again, 'DELETE')).status).toBe(204);
    expect(api.heard()).toContainEqual(expect.objectContaining({ sub, session_epoch: 2 }));
    expect(await service.query('select * from identity.logout_notices')).toEqual([]);
  });

  it('is notified later if it is down, by any process', async () => {
    const api = await apiServerForTest();
    api.answer = () => ({ status: 503 });
    const { service, phone, phoneToken } = await twoDevices(api.logoutUrl);
    expect((await phone.get('/v2/logout')).status).toBe(302);
    expect(await service.query('select * from identity.logout_notices')).toHaveLength(1);
    api.answer = () => ({ status: 200 });
    const second = await startIdentity({
      databaseUrl: service.databaseUrl,
      overrides: { logoutUrl: api.logoutUrl },
    });
    await expect.poll(() => [...new Set(api.heard().map((claims) => claims.sid))]).toEqual([claimsOf(phoneToken).sid]);
    await second.stop();
  });

  it('is notified of each end that it has not accepted yet, for half an hour', async () => {
    const api = await apiServerForTest();
    // No other process delivers here.
    const service = await serviceForTest();
    const config = { ...service.config, logoutUrl: api.logoutUrl };
    const { db, close } = openDatabase(service.databaseUrl, () => undefined);
    onTestFinished(close);
    const now = () => new Date();
    const deps = { config, db, now, keys: createSigningKeys(db, config, now) };
    const [old, accepted, refused] = [randomUUID(), randomUUID(), randomUUID()];
    await service.query(
      `insert into identity.logout_notices (user_id, session_id, ended_at) values
       ('ada', $1, now() - interval '31 minutes'), ('ada', $2, now() - interval '29 minutes'), ('ada', $3, now())`,
      [old, accepted, refused],
    );
    const waiting = async () =>
      (await service.query('select session_id from identity.logout_notices')).map(Object.values);
    const sids = () => api.heard().map(({ sid }) => sid);

    api.answer = ({ sid }) => ({ status: sid === refused ? 503 : 200 });
    expect(await deliverLogoutNotices(deps)).toBe(1);
    expect([sids(), await waiting()]).toEqual([[accepted], [[refused]]]);
    // Redirects to other URLs than the configured one are not followed.
    api.answer = (_claims, path) => (path === '/other' ? { status: 200 } : { status: 307, location: '/other' });
    expect(await deliverLogoutNotices(deps)).toBe(1);
    const nowhere = { ...deps, config: { ...config, logoutUrl: 'http://127.0.0.1:9/' } };
    expect(await deliverLogoutNotices(nowhere)).toBe(1);
    expect([sids(), await waiting()]).toEqual([[accepted], [[refused]]]);
    api.answer = () => ({ status: 200 });
    expect(await deliverLogoutNotices(deps)).toBe(0);
    expect([sids(), await waiting()]).toEqual([[accepted, refused], []]);
  });
});
