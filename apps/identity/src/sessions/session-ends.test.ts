import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startIdentity } from '../testing/index.ts';
import {
  claimsOf,
  fragmentOf,
  json,
  readMails,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
  ticketIn,
} from '../testing/support.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const NEW_PASSWORD = 'Blue-Heron-2027';
const UUID = /^[0-9a-f-]{36}$/;

/** An API server that notes what it hears, and can be down. */
async function apiServer() {
  const api = { isDown: false, tokens: [] as string[], url: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (!api.isDown) api.tokens.push(new URLSearchParams(body).get('logout_token') ?? '');
    response.writeHead(api.isDown ? 503 : 200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const address = server.address();
  api.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/session/ended`;
  return api;
}

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

const userinfo = async (service: TestService, token: string) => (await ask(service, '/userinfo', token)).status;

const renews = async (browser: TestBrowser) =>
  fragmentOf(await browser.authorize({ prompt: 'none' })).has('access_token');

async function resetPassword(browser: TestBrowser, service: TestService): Promise<void> {
  await browser.requestReset('ada@example.org');
  const [mail] = await readMails(service, 1);
  const fields = { ticket: ticketIn(mail), password: NEW_PASSWORD, repeated: NEW_PASSWORD };
  expect((await browser.postForm('/password-reset', fields)).status).toBe(200);
}

describe('sessions', () => {
  it('are listed for the owner of a token, with the names of browser and system, and the own one marked', async () => {
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
    // Still the same session after a renewal, in another token.
    const renewed = fragmentOf(await phone.authorize({ prompt: 'none' })).get('access_token');
    expect(claimsOf(renewed)).toMatchObject({ sid: claimsOf(phoneToken).sid, session_epoch: 0 });
    expect((await ask(service, '/sessions', 'nonsense')).status).toBe(401);
  });

  it('end one by one: token and renewal, nothing else, and only by their owner', async () => {
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
  });

  it.each([
    [
      'log out everywhere',
      async (service: TestService, _browser: TestBrowser, token: string) => {
        expect((await ask(service, '/sessions', token, 'DELETE')).status).toBe(204);
      },
    ],
    ['a password reset', async (service: TestService, browser: TestBrowser) => resetPassword(browser, service)],
  ])('[FORGOT-04] all end with %s, and a later login starts another epoch', async (_name, end) => {
    const { service, phone, phoneToken, computer, computerToken } = await twoDevices();
    await end(service, computer, computerToken);
    for (const token of [phoneToken, computerToken]) expect(await userinfo(service, token)).toBe(401);
    for (const browser of [phone, computer]) expect(await renews(browser)).toBe(false);
    const password = _name === 'a password reset' ? NEW_PASSWORD : undefined;
    const again = String((await computer.logIn('ada@example.org', password)).get('access_token'));
    expect(claimsOf(again).session_epoch).toBe(1);
    expect(await userinfo(service, again)).toBe(200);
    expect(await userinfo(service, phoneToken)).toBe(401);
  });
});

describe('the API server', () => {
  it('learns of ended sessions before the response, by signed logout tokens', async () => {
    const api = await apiServer();
    const { service, phone, phoneToken, computer } = await twoDevices(api.url);
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/.well-known/jwks.json`));
    const options = { issuer: service.config.issuer, audience: service.config.apiClientId, typ: 'logout+jwt' };
    const { sid, sub } = claimsOf(phoneToken);

    await phone.get('/v2/logout');
    expect((await jwtVerify(String(api.tokens[0]), keys, options)).payload).toMatchObject({
      sub,
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    await resetPassword(computer, service);
    // A notice may arrive twice: the request and the timer deliver it, and the server stores the same end again.
    const ofReset = api.tokens.find((token) => claimsOf(token).sid === undefined);
    const { payload } = await jwtVerify(String(ofReset), keys, options);
    expect(payload).toMatchObject({ sub, session_epoch: 1 });
    expect(payload).not.toHaveProperty('nonce');
    expect(await service.query('select * from identity.logout_notices')).toEqual([]);
  });

  it('learns it later if it is down, from whichever process reaches it', async () => {
    const api = await apiServer();
    api.isDown = true;
    const { service, phone, phoneToken } = await twoDevices(api.url);
    expect((await phone.get('/v2/logout')).status).toBe(302);
    expect(await service.query('select * from identity.logout_notices')).toHaveLength(1);
    api.isDown = false;
    const second = await startIdentity({ databaseUrl: service.databaseUrl, overrides: { logoutUrl: api.url } });
    await expect
      .poll(() => [...new Set(api.tokens.map((token) => claimsOf(token).sid))])
      .toEqual([claimsOf(phoneToken).sid]);
    await second.stop();
  });
});

it('accepts no token of another issuer with the same keys and audience', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const other = await startIdentity({
    databaseUrl: service.databaseUrl,
    overrides: { issuer: 'https://other.example/identity/', audience: `${service.config.issuer}userinfo` },
  });
  const browser = new TestBrowser(other);
  await browser.signUp('ada@example.org');
  const token = String((await browser.logIn('ada@example.org')).get('access_token'));
  await other.stop();
  expect(claimsOf(token).aud).toContain(`${service.config.issuer}userinfo`);
  expect(await userinfo(service, token)).toBe(401);
});
