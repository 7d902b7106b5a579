import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  APP,
  fragmentOf,
  json,
  PASSWORD,
  readMails,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
  ticketIn,
} from '../testing/support.ts';

const NEW_PASSWORD = 'Blue-Heron-2027';

/** A person with an account who requested a link. */
async function withLink(options?: Parameters<typeof serviceForTest>[0]) {
  const service = await serviceForTest(options);
  const browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.requestReset('Ada@example.org');
  const [mail = ''] = await readMails(service, 1);
  return { browser, mail, service, ticket: ticketIn(mail) };
}

const save = (browser: TestBrowser, ticket: string, password = NEW_PASSWORD, repeated = password) =>
  browser.postForm('/password-reset', { ticket, password, repeated });

describe('forgot password', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('[FORGOT-02] responds the same for emails with and without an account, and sends one mail', async () => {
    const browser = new TestBrowser(service);
    await browser.signUp('ada@example.org');
    const responses = [await browser.requestReset('nobody@example.org'), await browser.requestReset('ada@example.org')];
    const seen = await Promise.all(
      responses.map(async (response) => ({
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      })),
    );
    expect(seen[0]).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: expect.stringContaining('email') });
    expect(seen[1]).toEqual(seen[0]);
    const mails = await readMails(service, 1);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^To: ada@example\.org$/m);
    expect(mails[0]).toContain(`${APP}/identity/password-reset?ticket=`);
    // The mail to the unknown address was dropped, not failed.
    await expect.poll(() => service.query('select 1 from identity.mails')).toEqual([]);
    expect(await service.query('select 1 from identity.reset_tokens')).toHaveLength(1);
  });

  it('[FORGOT-02] responds the same above the mail limit, and sends no more mails', async () => {
    const limits = { ...service.config.limits, mails: { points: 2, seconds: 60 } };
    const limited = await serviceForTest({ overrides: { limits } });
    const browser = new TestBrowser(limited);
    await browser.signUp('ada@example.org');
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await browser.requestReset('ada@example.org')).status).toBe(200);
    }
    await readMails(limited, 2);
    expect(await limited.query('select * from identity.reset_tokens')).toHaveLength(2);
    expect(await readMails(limited, 2)).toHaveLength(2);
  });

  it('limits requests for many emails', async () => {
    const limits = { ...service.config.limits, address: { points: 2, seconds: 60 } };
    const browser = new TestBrowser(await serviceForTest({ overrides: { limits } }));
    const responses = [];
    for (const name of ['a', 'b', 'c']) responses.push((await browser.requestReset(`${name}@example.org`)).status);
    expect(responses).toEqual([200, 200, 429]);
  });
});

describe('reset page', () => {
  it('[FORGOT-04] sets a new password once; the old one fails, and everything created with it is revoked', async () => {
    const { browser, ticket, service } = await withLink();
    await browser.logIn('ada@example.org');
    const { login_ticket } = await json(await browser.authenticate('ada@example.org'));
    await browser.requestReset('ada@example.org');
    const mails = await readMails(service, 2);
    const otherTicket = mails.map(ticketIn).find((other) => other !== ticket) ?? '';

    const page = await browser.get('/password-reset', { ticket });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<label for="password">New password</label>');

    const saved = await save(browser, ticket);
    expect(saved.status).toBe(200);
    expect(await saved.text()).toContain(`href="${APP}/login"`);

    expect((await browser.authenticate('ada@example.org', PASSWORD)).status).toBe(403);
    expect(fragmentOf(await browser.authorize({ login_ticket })).get('error')).toBe('access_denied');
    expect(fragmentOf(await browser.authorize({ prompt: 'none' })).get('error')).toBe('login_required');
    expect(await service.query('select * from identity.sessions')).toEqual([]);

    for (const used of [ticket, otherTicket]) {
      const again = await save(browser, used, 'Yet-Another-9');
      expect(again.status).toBe(410);
      expect(await again.text()).toContain('Forgot Password?');
      expect((await browser.get('/password-reset', { ticket: used })).status).toBe(410);
    }
    expect((await browser.logIn('ada@example.org', NEW_PASSWORD)).get('access_token')).toBeTruthy();
    const [user] = await service.query('select email_verified, updated_at > created_at as later from identity.users');
    expect(user).toEqual({ email_verified: true, later: true });
  });

  it('[FORGOT-04] does not affect other people with a link', async () => {
    const { browser, service, ticket } = await withLink();
    const bob = new TestBrowser(service);
    await bob.signUp('bob@example.org');
    await bob.requestReset('bob@example.org');
    const bobs = (await readMails(service, 2)).map(ticketIn).find((other) => other !== ticket) ?? '';
    expect((await save(bob, bobs)).status).toBe(200);
    expect((await browser.authenticate('ada@example.org', PASSWORD)).status).toBe(200);
    expect((await browser.get('/password-reset', { ticket })).status).toBe(200);
    expect((await save(browser, ticket)).status).toBe(200);
  });

  it('[FORGOT-04] works for a day with a link of a site owner, which verifies no address', async () => {
    let at = Date.now();
    const service = await serviceForTest({ appOptions: { now: () => new Date(at) } });
    const browser = new TestBrowser(service);
    const { _id } = await json(await browser.signUp('ada@example.org'));
    const { apiClientId, apiClientSecret } = service.config;
    const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
    const made = await json(await browser.post(`/users/${_id}/reset-link`, {}, { authorization }));
    expect(new Date(made.expires_at).getTime()).toBe(at + 24 * 60 * 60_000);
    const ticket = ticketIn(made.url);
    at += 23 * 60 * 60_000;
    expect((await browser.get('/password-reset', { ticket })).status).toBe(200);
    at += 61 * 60_000;
    expect((await browser.get('/password-reset', { ticket })).status).toBe(410);
    at -= 60 * 60_000;
    expect((await save(browser, ticket)).status).toBe(200);
    expect(await service.query('select email_verified from identity.users')).toEqual([{ email_verified: false }]);
  });

  it('[FORGOT-04] lets exactly one of many concurrent uses of a link succeed', async () => {
    const { browser, ticket } = await withLink();
    const passwords = Array.from({ length: 5 }, (_, index) => `Blue-Heron-${index}`);
    const responses = await Promise.all(passwords.map((password) => save(browser, ticket, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)];
    expect((await browser.authenticate('ada@example.org', winner)).status).toBe(200);
  });

  it('[FORGOT-04] lets exactly one of two links used concurrently succeed', async () => {
    const { browser, service } = await withLink();
    await browser.requestReset('ada@example.org');
    const tickets = (await readMails(service, 2)).map(ticketIn);
    const responses = await service.whileHolding('select 1 from identity.users for update', 2, () =>
      Promise.all(tickets.map((ticket) => save(browser, ticket))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await service.query('select * from identity.reset_tokens')).toEqual([]);
  });

  it('[FORGOT-04] rejects a login if the password changes during the check', async () => {
    const { browser, service } = await withLink();
    const change = "update identity.users set password_hash = 'another'";
    const login = await service.whileHolding(change, 1, () => browser.authenticate('ada@example.org', PASSWORD));
    expect(login.status).toBe(403);
    expect(await service.query('select * from identity.login_tickets')).toEqual([]);
  });

  it('[FORGOT-04] leaves no access to concurrent logins with the old password', async () => {
    const { service, ticket } = await withLink();
    const browsers = Array.from({ length: 12 }, () => new TestBrowser(service));
    const [, ...ways] = await Promise.all([
      save(new TestBrowser(service), ticket),
      ...browsers.map(async (browser) => {
        const { login_ticket } = await json(await browser.authenticate('ada@example.org', PASSWORD));
        if (login_ticket) await browser.authorize({ login_ticket });
        return { browser, login_ticket };
      }),
    ]);
    expect(await service.query('select * from identity.sessions')).toEqual([]);
    for (const { browser, login_ticket } of ways) {
      const response = fragmentOf(await browser.authorize({ login_ticket }));
      expect(response.has('access_token')).toBe(false);
    }
  });

  it('[FORGOT-04] rejects a link after an hour, and an unknown one', async () => {
    let at = Date.now();
    const { browser, ticket } = await withLink({ appOptions: { now: () => new Date(at) } });
    expect((await browser.get('/password-reset', { ticket: 'never-was' })).status).toBe(410);
    at += 61 * 60_000;
    for (const dead of [ticket, 'never-was']) {
      expect((await browser.get('/password-reset', { ticket: dead })).status).toBe(410);
      expect((await save(browser, dead)).status).toBe(410);
    }
    expect((await browser.authenticate('ada@example.org', PASSWORD)).status).toBe(200);
  });

  it('[REG-06] applies the same policy to the new password, explains what is wrong, and keeps the link valid', async () => {
    const { browser, ticket } = await withLink();
    const wrong: [string, string, string][] = [
      ['weak', 'weak', 'easy to guess'],
      [`Aa1${'x'.repeat(126)}`, `Aa1${'x'.repeat(126)}`, 'too long'],
      [NEW_PASSWORD, 'Blue-Heron-2028', 'passwords are different'],
    ];
    for (const [password, repeated, message] of wrong) {
      const response = await save(browser, ticket, password, repeated);
      const page = await response.text();
      expect(response.status).toBe(400);
      expect(page).toContain(message);
      expect(page).toContain('aria-invalid="true"');
      expect(page).not.toContain(`value="${password}"`);
    }
    expect((await save(browser, ticket)).status).toBe(200);
  });

  it('runs no scripts, loads no files, cannot be framed, and escapes input', async () => {
    const { browser, ticket } = await withLink();
    const page = await browser.get('/password-reset', { ticket });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]{43}'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get('referrer-policy')).toBe('strict-origin');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const markup = await page.text();
    expect(markup).toContain(`<style nonce="${/nonce-([\w-]{43})/.exec(policy)?.[1]}">`);
    expect(markup).not.toContain('<script');
    const hostile = await browser.get('/password-reset', { ticket: '"><img src=x>' });
    expect(await hostile.text()).not.toContain('<img');
  });

  it('rejects forms from other sites', async () => {
    const { browser, ticket } = await withLink();
    const fields = { ticket, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    for (const origin of ['https://evil.example', 'null']) {
      const response = await browser.postForm('/password-reset', fields, { origin });
      expect(response.status).toBe(403);
      expect(response.headers.get('content-type')).toContain('text/html');
    }
    expect((await browser.authenticate('ada@example.org', PASSWORD)).status).toBe(200);
  });
});
