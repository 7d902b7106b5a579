import { describe, expect, it } from 'vitest';
import { fragmentOf, json, serviceForTest, TestBrowser } from '../testing/support.ts';

const HOUR = 60 * 60 * 1000;

/** A logged-in person, with a clock that the test controls. */
async function signedIn() {
  const clock = { at: Date.now() };
  const service = await serviceForTest({ appOptions: { now: () => new Date(clock.at) } });
  const browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.logIn('ada@example.org');
  const renews = async () => fragmentOf(await browser.authorize({ prompt: 'none' })).has('access_token');
  const { apiClientId, apiClientSecret } = service.config;
  const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
  const numbers = async () => json(await fetch(`${service.baseUrl}/numbers`, { headers: { authorization } }));
  /** Number of devices that the person sees after logging in on another one. */
  const devices = async () => {
    const token = (await new TestBrowser(service).logIn('ada@example.org')).get('access_token');
    const response = await browser.get('/sessions', {}, { authorization: `Bearer ${token}` });
    return (await json(response)).sessions.length;
  };
  return { browser, clock, devices, numbers, renews, service };
}

describe('session', () => {
  it('ends after eight hours without use', async () => {
    const { browser, clock, devices, renews } = await signedIn();
    clock.at += 7.9 * HOUR;
    expect(await renews()).toBe(true);
    clock.at += 7.9 * HOUR;
    // The cookie has the same lifetime.
    const cookie = `kinreel_session=${browser.cookies.get('kinreel_session')}; Max-Age=28800;`;
    const renewal = await browser.authorize({ prompt: 'none' });
    expect(fragmentOf(renewal).has('access_token')).toBe(true);
    expect(renewal.headers.getSetCookie()).toEqual([expect.stringContaining(cookie)]);
    clock.at += 8.1 * HOUR;
    expect(await renews()).toBe(false);
    expect(browser.cookies.has('kinreel_session')).toBe(false);
    expect(await devices()).toBe(1);
  });

  it('is counted for the metrics of the API server while it is valid', async () => {
    const { clock, numbers, service } = await signedIn();
    await new TestBrowser(service).logIn('ada@example.org');
    expect(await numbers()).toEqual({ sessions: 2 });
    clock.at += 8.1 * HOUR;
    expect(await numbers()).toEqual({ sessions: 0 });
  });

  it('ends after seven days even if used', async () => {
    const { clock, devices, numbers, renews } = await signedIn();
    for (let hours = 0; hours < 7 * 24 - 7; hours += 7) {
      clock.at += 7 * HOUR;
      expect(await renews()).toBe(true);
    }
    clock.at += 7 * HOUR;
    expect(await numbers()).toEqual({ sessions: 0 });
    expect(await devices()).toBe(1);
    expect(await renews()).toBe(false);
  });

  it('is replaced by a new login, which prevents session fixation', async () => {
    const { browser, service } = await signedIn();
    const planted = new TestBrowser(service);
    planted.cookies.set('kinreel_session', String(browser.cookies.get('kinreel_session')));
    await planted.signUp('bob@example.org');
    await planted.logIn('bob@example.org');
    expect(planted.cookies.get('kinreel_session')).not.toBe(browser.cookies.get('kinreel_session'));
    expect(fragmentOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
  });
});

describe('logout', () => {
  it('ends the session, also for a copied cookie, and redirects to the login screen', async () => {
    const { browser, renews, service } = await signedIn();
    const copy = new TestBrowser(service, { cookie: `kinreel_session=${browser.cookies.get('kinreel_session')}` });
    expect(fragmentOf(await copy.authorize({ prompt: 'none' })).has('access_token')).toBe(true);
    const other = new TestBrowser(service);
    await other.logIn('ada@example.org');
    const response = await browser.get('/v2/logout', {
      client_id: 'kinreel-web',
      returnTo: 'http://127.0.0.1:3000/login',
    });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('http://127.0.0.1:3000/login');
    expect([...browser.cookies.keys()]).toEqual(['kinreel_device']);
    expect(await renews()).toBe(false);
    expect(fragmentOf(await copy.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
    expect(fragmentOf(await other.authorize({ prompt: 'none' })).has('access_token')).toBe(true);
    expect(await service.query('select * from identity.sessions')).toHaveLength(1);
    // Without a logout URL no notices are stored.
    expect(await service.query('select * from identity.logout_notices')).toEqual([]);
  });

  it('redirects to no other page', async () => {
    const { browser } = await signedIn();
    const foreign = [
      'https://evil.example/login',
      'http://localhost:3000/login?x=1',
      '//evil.example',
      '/\\evil.example',
    ];
    for (const returnTo of foreign) {
      const response = await browser.get('/v2/logout', { client_id: 'kinreel-web', returnTo });
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toContain('text/html');
    }
    const plain = await browser.get('/v2/logout');
    expect(plain.headers.get('location')).toBe('http://localhost:3000/login');
  });
});
