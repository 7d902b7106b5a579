import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import { startIdentity, type TestIdentity } from '@kinreel/identity/testing';
import getPort from 'get-port';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { endOwnSession } from '../../platform/auth/end-own-session.ts';
import { findEnded } from '../../platform/auth/session-ends.ts';
import { type ApiProcess, startApiProcess } from '../../testing/api-process.ts';
import { PROFILE, startTestServer, type TestServer } from '../../testing/index.ts';
import { openResponse } from '../../testing/open-response.ts';
import { largeVideo, storedVideo } from '../../testing/stored-video.ts';
import { endAllDevices, endDevice } from './devices.service.ts';

const PASSWORD = 'Correct-horse-7';
const NEW_PASSWORD = 'Blue-Heron-2027';
const APP = 'http://localhost:3000';

let identity: TestIdentity;
let server: TestServer;
let origin: string;
/** A second web server on the same database. */
let second: ApiProcess;

beforeAll(async () => {
  // Uses its own identity service, configured with the address of this server.
  const database = await cloneTemplate(inject('adminUrl'), inject('template'));
  const port = await getPort({ host: '127.0.0.1' });
  origin = `http://127.0.0.1:${port}`;
  identity = await startIdentity({
    databaseUrl: database.url,
    overrides: { logoutUrl: `${origin}/api/session/ended` },
  });
  server = await startTestServer({
    PUBLIC_URL: APP,
    IDENTITY_INTERNAL_URL: identity.origin,
    IDENTITY_API_CLIENT_SECRET: identity.config.apiClientSecret,
  });
  await server.app.listen({ host: '127.0.0.1', port });
  second = await startApiProcess(server);
  return async () => {
    await second.end('SIGTERM');
    server.app.server.closeAllConnections();
    await server.stop();
    await identity.stop();
    await database.drop();
  };
});

/** A browser in which a person is logged in. */
interface Device {
  token: string;
  sid: string;
  headers: { authorization: string };
  cookie: string;
  /** The value of the media cookie. */
  media: string;
  /** Whether the identity service renews its token. */
  renews(): Promise<boolean>;
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(';', 1)[0]);

async function logIn(email: string, password = PASSWORD, userAgent = 'curl/8'): Promise<Device> {
  const { clientId, audience } = identity.config;
  const ticket = await fetch(`${identity.baseUrl}/co/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: APP },
    body: JSON.stringify({ client_id: clientId, username: email, password, credential_type: 'password' }),
  });
  const authorize = (cookie: string, more: Record<string, string>) =>
    fetch(
      `${identity.baseUrl}/authorize?${new URLSearchParams({ client_id: clientId, audience, response_type: 'token', redirect_uri: `${APP}/landingpage`, ...more })}`,
      { redirect: 'manual', headers: { cookie, 'user-agent': userAgent } },
    );
  const tokenIn = (response: Response) =>
    new URLSearchParams(new URL(response.headers.get('location') ?? APP).hash.slice(1)).get('access_token') ?? '';
  const { login_ticket } = (await ticket.json()) as { login_ticket: string };
  const landed = await authorize(cookiesOf(ticket).join('; '), { login_ticket });
  const cookie = cookiesOf(landed).join('; ');
  const token = tokenIn(landed);
  const headers = { authorization: `Bearer ${token}` };
  const user = await server.app.inject({ url: '/api/user', headers });
  const media = user.cookies.find(({ name }) => name === 'kinreel_media')?.value ?? '';
  const renews = async () => tokenIn(await authorize(cookie, { prompt: 'none' })) !== '';
  return { token, sid: claimsOf(token).sid, headers, cookie, media, renews };
}

/** A person with a profile. */
async function register(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.org`;
  const { clientId, connection } = identity.config;
  const account = await fetch(`${identity.baseUrl}/dbconnections/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, connection, email, password: PASSWORD }),
  });
  const { _id } = (await account.json()) as { _id: string };
  const profile = { ...PROFILE, auth0Id: `auth0|${_id}`, email, password: PASSWORD };
  const registered = await server.app.inject({ method: 'POST', url: '/api/user/register', payload: profile });
  return { id: registered.json().id, email };
}

/** Status codes that a device gets from both servers, with its token and with its media cookie. */
async function access(device: Device, videoId: string): Promise<number[]> {
  const media = `/media/videos/${videoId}/playback`;
  const cookie = `kinreel_media=${device.media}`;
  const answers = await Promise.all(
    [origin, second.origin].flatMap((base) => [
      fetch(`${base}/api/user`, { headers: device.headers }),
      fetch(`${base}${media}`, { headers: device.headers }),
      fetch(`${base}${media}`, { headers: { cookie } }),
    ]),
  );
  return answers.map(({ status }) => status);
}

const ALL = Array(6).fill(200);
const NOTHING = Array(6).fill(401);

/** Sends JSON or a form to the identity service. */
function post(path: string, body: object | URLSearchParams, headers = {}): Promise<Response> {
  return fetch(`${identity.baseUrl}${path}`, {
    method: 'POST',
    ...(body instanceof URLSearchParams
      ? { body, headers }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  });
}

/** The ticket in a mail to this address, for this page. */
async function ticketIn(page: string, email: string): Promise<string> {
  let ticket: string | undefined;
  await expect
    .poll(async () => {
      for (const name of await readdir(identity.mailDir)) {
        const mail = (await readFile(`${identity.mailDir}/${name}`, 'utf8'))
          .replace(/=\r?\n/g, '')
          .replaceAll('=3D', '=');
        if (mail.includes(`To: ${email}`)) ticket ??= new RegExp(`${page}\\?ticket=([\\w-]+)`).exec(mail)?.[1];
      }
      return ticket;
    })
    .toBeTruthy();
  return String(ticket);
}

/** Resets the password with the link in the mail. */
async function resetPassword(email: string): Promise<void> {
  const { clientId, connection } = identity.config;
  await post('/dbconnections/change_password', { client_id: clientId, connection, email });
  const ticket = await ticketIn('password-reset', email);
  const form = new URLSearchParams({ ticket, password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  expect((await post('/password-reset', form)).status).toBe(200);
}

describe('devices', () => {
  test('are listed only for their person, with names, and the current one is marked', async () => {
    const person = await register();
    const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const phone = await logIn(person.email, PASSWORD, android);
    const computer = await logIn(person.email);
    const stranger = await logIn((await register()).email);
    const list = async (device: Device) =>
      (await server.app.inject({ url: '/api/devices', headers: device.headers })).json();
    const time = expect.any(String);
    const times = { created_at: time, last_used_at: time };
    expect(await list(phone)).toEqual([
      { id: computer.sid, browser: null, system: null, current: false, ...times },
      { id: phone.sid, browser: 'Chrome', system: 'Android', current: true, ...times },
    ]);
    expect(await list(stranger)).toEqual([expect.objectContaining({ id: stranger.sid, current: true })]);
    expect((await server.app.inject({ url: '/api/devices' })).statusCode).toBe(401);
  });

  test('one can be logged out only by its person: token, media cookie and renewal, on all processes', async () => {
    const person = await register();
    const video = await storedVideo(server, person.id);
    const [phone, computer] = [await logIn(person.email), await logIn(person.email)];
    const stranger = await logIn((await register()).email);
    const end = (device: Device, id: string) =>
      server.app.inject({ method: 'DELETE', url: `/api/devices/${id}`, headers: device.headers });
    expect((await end(stranger, phone.sid)).json()).toMatchObject({ code: 'device.missing' });
    expect(await access(phone, video)).toEqual(ALL);

    expect((await end(computer, phone.sid)).statusCode).toBe(204);
    expect(await access(phone, video)).toEqual(NOTHING);
    expect(await phone.renews()).toBe(false);
    expect(await access(computer, video)).toEqual(ALL);
    expect(await computer.renews()).toBe(true);
    expect((await end(computer, phone.sid)).statusCode).toBe(404);
  });

  test.each([
    [
      'log out everywhere',
      async (device: Device) => {
        const answer = await server.app.inject({ method: 'DELETE', url: '/api/devices', headers: device.headers });
        expect(answer.statusCode).toBe(204);
      },
    ],
    ['a password reset', async (_device: Device, email: string) => resetPassword(email)],
  ])('[FORGOT-04] %s ends all sessions immediately, on all processes, including open responses', async (_name, end) => {
    const person = await register();
    const video = await storedVideo(server, person.id);
    const [phone, computer] = [await logIn(person.email), await logIn(person.email)];
    const large = await largeVideo(server, person.id);
    const other = await logIn((await register()).email);
    const open = [
      await openResponse(origin, '/api/events', phone.headers),
      await openResponse(second.origin, '/api/events', computer.headers),
      await openResponse(second.origin, `/media/videos/${large}/playback`, { cookie: `kinreel_media=${phone.media}` }),
    ];
    const strangers = await openResponse(second.origin, '/api/events', other.headers);

    await end(computer, person.email);
    for (const device of [phone, computer]) {
      expect(await access(device, video)).toEqual(NOTHING);
      expect(await device.renews()).toBe(false);
    }
    await expect.poll(() => open.filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(strangers.isOpen).toBe(true);

    const password = _name === 'a password reset' ? NEW_PASSWORD : PASSWORD;
    const again = await logIn(person.email, password);
    expect(await access(again, video)).toEqual(ALL);
    expect(await access(phone, video)).toEqual(NOTHING);
    server.app.server.closeAllConnections();
  });

  test('logging out ends only this session, including a copied token and a copied media cookie', async () => {
    const person = await register();
    const video = await storedVideo(server, person.id);
    const [phone, computer] = [await logIn(person.email), await logIn(person.email)];
    const out = await server.app.inject({ method: 'DELETE', url: '/api/session', headers: phone.headers });
    expect(out.statusCode).toBe(204);
    expect(await access(phone, video)).toEqual(NOTHING);
    expect(await access(computer, video)).toEqual(ALL);
    // Directly at the identity service, as another client might.
    await fetch(`${identity.baseUrl}/v2/logout`, { redirect: 'manual', headers: { cookie: computer.cookie } });
    expect(await access(computer, video)).toEqual(NOTHING);
    for (const authorization of ['Bearer nonsense', `Bearer ${phone.token}`]) {
      const again = await server.app.inject({ method: 'DELETE', url: '/api/session', headers: { authorization } });
      expect(again.statusCode).toBe(204);
    }
  });

  test('a log-out takes effect before the identity service has reported it, and only for this session', async () => {
    const person = await register();
    const [phone, computer] = [await logIn(person.email), await logIn(person.email)];
    const stranger = await logIn((await register()).email);
    const { db, log } = server.deps;
    // Its report is delayed.
    const late = { list: async () => [], end: async () => true, endAll: async () => undefined };
    const deps = { db, log, identity: { ...server.deps.identity, sessions: late } };
    const claims = await deps.identity.verify(computer.token);
    const sees = (device: Device) =>
      server.app.inject({ url: '/api/user', headers: device.headers }).then(({ statusCode }) => statusCode);
    await endDevice(deps, { token: computer.token, claims }, phone.sid);
    expect([await sees(phone), await sees(computer), await sees(stranger)]).toEqual([401, 200, 200]);
    const tablet = await logIn(person.email);
    await endAllDevices(deps, { token: computer.token, claims });
    expect([await sees(computer), await sees(tablet), await sees(stranger)]).toEqual([401, 401, 200]);
    // A new login in the same second must stay valid.
    const next = { ...claims, sid: 'next', epoch: (claims.epoch ?? 0) + 1 };
    expect(await findEnded(db, [next, { ...next, epoch: claims.epoch }])).toEqual([1]);
  });

  test('a log-out without a session id ends no session, and does not hide programming errors', async () => {
    const person = await register();
    const phone = await logIn(person.email);
    const { db, log, identity } = server.deps;
    const verify = async (token: string) => ({ ...(await identity.verify(token)), sid: null });
    await endOwnSession({ db, log, identity: { ...identity, verify } }, phone.token);
    expect((await server.app.inject({ url: '/api/user', headers: phone.headers })).statusCode).toBe(200);
    const wrong = async () => Promise.reject(new TypeError('a mistake'));
    await expect(endOwnSession({ db, log, identity: { ...identity, verify: wrong } }, phone.token)).rejects.toThrow(
      'a mistake',
    );
  });

  test('the stored address is updated by the logout token: verified, then changed', async () => {
    const { id, email } = await register();
    const copy = () =>
      server.deps.db.selectFrom('users').select(['email', 'email_verified_at']).where('id', '=', id).executeTakeFirst();
    expect(await copy()).toEqual({ email, email_verified_at: null });
    const device = await logIn(email);

    const verify = new URLSearchParams({ ticket: await ticketIn('verify-email', email) });
    expect((await post('/verify-email', verify, { origin: APP })).status).toBe(200);
    expect(await copy()).toEqual({ email, email_verified_at: expect.any(Date) });
    // This logout token ends no session.
    const { status } = await fetch(`${origin}/api/user`, { headers: device.headers });
    expect(status).toBe(200);

    const wanted = `new.${email}`;
    const change = { current_password: PASSWORD, email: wanted };
    const asked = await post('/account/email', change, { ...device.headers, origin: APP, cookie: device.cookie });
    expect(asked.ok, await asked.text()).toBe(true);
    expect(await copy()).toMatchObject({ email });
    const confirm = new URLSearchParams({ ticket: await ticketIn('email/confirm', wanted) });
    expect((await post('/email/confirm', confirm, { origin: APP })).status).toBe(200);
    expect(await copy()).toEqual({ email: wanted, email_verified_at: expect.any(Date) });
  });

  test('the logout endpoint requires a valid logout token of the provider', async () => {
    const person = await register();
    const video = await storedVideo(server, person.id);
    const device = await logIn(person.email);
    const [head, body, signature] = device.token.split('.');
    const notice = (logout_token: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/session/ended',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token }).toString(),
      });
    const unsigned = Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url');
    for (const token of [device.token, `${unsigned}.${body}.`, `${head}.${body}.x${signature}`, 'nonsense', '']) {
      expect((await notice(token)).statusCode, token).toBe(400);
    }
    expect(await access(device, video)).toEqual(ALL);
  });
});
