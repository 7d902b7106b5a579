import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { IdentityConfig } from '../config.ts';
import { startIdentity } from '../testing/index.ts';
import { PASSWORD, readMails, serviceForTest, TestBrowser, type TestService, ticketIn } from '../testing/support.ts';
import { DEVICE_LIFETIME_SECONDS, knownDevice, rememberDevice } from './known-devices.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const COOKIE = 'kinreel_device';
const WRONG = 'Wrong-Password-1';
const LIMITS: IdentityConfig['limits'] = {
  addressAndAccount: { points: 3, seconds: 900 },
  account: { points: 6, seconds: 86_400 },
  address: { points: 5, seconds: 3_600 },
  network: { points: 8, seconds: 3_600 },
  mails: { points: 5, seconds: 3_600 },
};

/** Ada has logged in on her device, and Bob on his. */
async function twoPeople(now: () => Date = () => new Date()) {
  const service = await serviceForTest({ overrides: { limits: LIMITS }, appOptions: { now } });
  const own = new TestBrowser(service);
  const bob = new TestBrowser(service);
  for (const [browser, email] of [
    [own, 'ada@example.org'],
    [bob, 'bob@example.org'],
  ] as const) {
    await browser.signUp(email);
    await browser.logIn(email);
  }
  return { service, own, bob };
}

/** Sends wrong passwords for Ada from many networks and from her own, until every limit is reached. */
async function attack(service: TestService): Promise<void> {
  for (let index = 0; index < 9; index += 1) {
    const away = new TestBrowser(service, { 'x-forwarded-for': `198.51.${index}.7` });
    await away.authenticate('ada@example.org', WRONG);
    await new TestBrowser(service).authenticate('ada@example.org', WRONG);
    await new TestBrowser(service).authenticate(`n${index}@example.org`, WRONG);
    await new TestBrowser(service).requestReset(`n${index}@example.org`);
  }
}

const login = async (browser: TestBrowser, email = 'ada@example.org', password = PASSWORD) =>
  (await browser.authenticate(email, password)).status;

describe('an account under a distributed attack', () => {
  it('[LOGIN-05] lets only its known device log in immediately', async () => {
    const { service, own, bob } = await twoPeople();
    await attack(service);
    expect(await login(new TestBrowser(service))).toBe(429);
    expect(await login(new TestBrowser(service, { 'x-forwarded-for': '192.0.2.1' }))).toBe(429);
    expect(await login(own)).toBe(200);
    expect((await own.logIn('ada@example.org')).get('access_token')).toBeTruthy();
    // Known devices of another account, and unknown devices.
    expect(await login(bob)).toBe(429);
    expect(await login(own, 'nobody@example.org')).toBe(429);
  });

  it('rejects a forged device, and a device of another account', async () => {
    const { service, own, bob } = await twoPeople();
    await attack(service);
    const mark = String(own.cookies.get(COOKIE));
    const other = String(bob.cookies.get(COOKIE));
    const bytes = Buffer.from(mark, 'base64url');
    const changed = (at: number) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    };
    const forged = [
      changed(0),
      changed(20),
      changed(53),
      `${mark.slice(0, 30)}${other.slice(30)}`,
      other,
      'x'.repeat(72),
    ];
    for (const value of [...forged, `${mark}x`, '', '.', mark.slice(1)]) {
      const thief = new TestBrowser(service);
      thief.cookies.set(COOKIE, value);
      expect(await login(thief), value).toBe(429);
    }
    expect(await login(own)).toBe(200);
  });

  it('is limited across all processes, also for its known device', async () => {
    const { service, own } = await twoPeople();
    await attack(service);
    const second = await startIdentity({ databaseUrl: service.databaseUrl, overrides: { limits: LIMITS } });
    const there = new TestBrowser(second);
    const mark = String(own.cookies.get(COOKIE));
    there.cookies.set(COOKIE, mark);
    const stranger = await login(new TestBrowser(second));
    const guesses = [await login(own, 'ada@example.org', WRONG), await login(there, 'ada@example.org', WRONG)];
    const more = await Promise.all([own, there, own].map((browser) => login(browser, 'ada@example.org', WRONG)));
    await second.stop();
    expect(stranger).toBe(429);
    expect([...guesses, ...more].sort()).toEqual([403, 403, 403, 429, 429]);
  });

  it('also has a limit over a longer period', async () => {
    const { service, own } = await twoPeople();
    const guesses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 3; guess += 1) guesses.push(await login(own, 'ada@example.org', WRONG));
      // A quarter of an hour later.
      await service.query("update identity.rate_limits set expire = 0 where key like 'device:%'");
    }
    expect(guesses).toEqual([403, 403, 403, 403, 403, 403, 429, 429, 429]);
  });

  it('[FORGOT-04] lets its owner set a new password with a reset link, and log in with it where the link was opened', async () => {
    const { service, own } = await twoPeople();
    await new TestBrowser(service).requestReset('ada@example.org');
    const [mail] = await readMails(service, 1);
    await attack(service);
    const elsewhere = new TestBrowser(service);
    const ticket = ticketIn(mail);
    expect((await elsewhere.get('/password-reset', { ticket })).status).toBe(200);
    const password = 'Blue-Heron-2027';
    expect((await elsewhere.postForm('/password-reset', { ticket, password, repeated: password })).status).toBe(200);
    expect((await elsewhere.logIn('ada@example.org', password)).get('access_token')).toBeTruthy();
    // An attacker with the old password may have made this a known device.
    expect(await login(own, 'ada@example.org', password)).toBe(429);
  });

  it('[FORGOT-02] gets reset mails, even if others have requested many', async () => {
    const { service } = await twoPeople();
    await attack(service);
    for (let index = 0; index < 7; index += 1) {
      const away = new TestBrowser(service, { 'x-forwarded-for': `203.0.${index}.7` });
      expect((await away.requestReset('ada@example.org')).status).toBe(200);
    }
  });
});

describe('a known device', () => {
  it('is known for several people, until half a year after the last login', async () => {
    let at = Date.now();
    const { service, own } = await twoPeople(() => new Date(at));
    await own.logIn('bob@example.org');
    await attack(service);
    expect(await login(own)).toBe(200);
    expect(await login(own, 'bob@example.org')).toBe(200);
    at += 181 * DAY_MS;
    expect(await login(own)).toBe(429);
  });

  it('is a cookie hidden from scripts and other paths, without personal data', async () => {
    const { service } = await twoPeople();
    const browser = new TestBrowser(service);
    const { login_ticket } = (await (await browser.authenticate('ada@example.org')).json()) as Record<string, string>;
    const response = await browser.authorize({ login_ticket });
    const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith(COOKIE)) ?? '';
    expect(line).toMatch(/^kinreel_device=[\w-]{72}; Max-Age=15552000; Path=\/identity; HttpOnly; SameSite=Strict$/);
    const [user] = await service.query<{ id: string }>("select id from identity.users where email = 'ada@example.org'");
    expect(Buffer.from(line.slice(15, 87), 'base64url').toString('latin1')).not.toContain(user?.id);
  });
});

describe('the marks in the cookie', () => {
  let at = Date.parse('2026-03-09T10:00:00.000Z');
  const deps = {
    config: { keySecret: 'a-secret-of-this-test', publicUrl: 'http://localhost:3000' } as IdentityConfig,
    now: () => new Date(at),
  };
  const account = (id: number) => ({ id: `account-${id}`, passwordHash: 'hash' });

  /** A browser with a cookie jar. */
  function browser(cookie = '') {
    const request = { cookies: { kinreel_device: cookie } } as unknown as FastifyRequest;
    const reply = {
      setCookie: (name: string, value: string) => {
        request.cookies[name] = value;
      },
    } as unknown as FastifyReply;
    return {
      cookie: () => request.cookies[COOKIE] ?? '',
      remember: (id: number) => rememberDevice(deps, request, reply, account(id)),
      known: (...ids: number[]) => ids.filter((id) => knownDevice(deps, request, account(id)) !== null),
      idFor: (id: number) => knownDevice(deps, request, account(id)),
    };
  }

  it('are limited to the last five accounts, one each', () => {
    const tablet = browser();
    for (const id of [1, 2, 3, 4, 5, 1, 1]) tablet.remember(id);
    expect(tablet.known(1, 2, 3, 4, 5)).toEqual([1, 2, 3, 4, 5]);
    tablet.remember(6);
    expect(tablet.known(1, 2, 3, 4, 5, 6)).toEqual([1, 3, 4, 5, 6]);
    expect(tablet.cookie().split('.')).toHaveLength(5);
    const two = browser();
    two.remember(7);
    // A cookie with more than five marks was not issued by us.
    expect(browser(`${tablet.cookie()}.${two.cookie()}`).known(6, 7)).toEqual([6]);
  });

  it('get a new id at each login', () => {
    const tablet = browser();
    tablet.remember(1);
    const first = tablet.idFor(1);
    tablet.remember(1);
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(tablet.idFor(1)).not.toBe(first);
  });

  it('expire half a year after the login, to the millisecond', () => {
    const tablet = browser();
    tablet.remember(1);
    at += DEVICE_LIFETIME_SECONDS * 1000;
    expect(tablet.known(1)).toEqual([1]);
    at += 1;
    expect(tablet.known(1)).toEqual([]);
  });

  it('are compatible with those of older versions', () => {
    at = Date.parse('2026-03-10T10:00:00.000Z');
    expect(browser('4VuRaoLXKetV57ByqmIdIgGc0goNAAZ4KARHdyJpIKP53nEJMFMqiEu7QkoQXfbihBxQMYwe').idFor(1)).toBe(
      '4VuRaoLXKetV57ByqmIdIg',
    );
  });
});
