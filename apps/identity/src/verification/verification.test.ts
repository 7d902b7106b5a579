import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpired } from '../cleanup.ts';
import { openDatabase } from '../database.ts';
import type { Deps } from '../deps.ts';
import { hashOf } from '../secrets.ts';
import {
  APP,
  json,
  readMails,
  serviceForTest,
  startService,
  TestBrowser,
  type TestService,
  ticketIn,
} from '../testing/support.ts';
import { writeVerificationMail } from './verification.service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A person who has signed up and got the mail. */
async function withLink(options?: Parameters<typeof serviceForTest>[0]) {
  const service = await serviceForTest(options);
  const browser = new TestBrowser(service);
  await browser.signUp('Ada@example.org');
  const [mail = ''] = await readMails(service, 1, 'verify-email');
  return { browser, mail, service, ticket: ticketIn(mail) };
}

async function isVerified(service: TestService, email = 'ada@example.org'): Promise<boolean> {
  const [row] = await service.query<{ email_verified: boolean }>(
    'select email_verified from identity.users where email = $1',
    [email],
  );
  return row?.email_verified ?? false;
}

const press = (browser: TestBrowser, ticket: string) => browser.postForm('/verify-email', { ticket });
const sendAgain = (browser: TestBrowser, ticket: string) => browser.postForm('/verify-email/again', { ticket });

describe('verification mail', () => {
  it('is sent at sign-up, with one link whose secret is stored as a hash', async () => {
    const { mail, service, ticket } = await withLink();
    expect(mail).toMatch(/^To: ada@example\.org\r?$/m);
    expect(mail).toMatch(/^Subject: Confirm your email address for Kinreel\r?$/m);
    expect(new Set(mail.match(/http[^\s"<]+/g)).size).toBe(1);
    const rows = await service.query('select * from identity.verification_tokens');
    expect(rows).toMatchObject([{ token_hash: hashOf(ticket) }]);
    expect(JSON.stringify(rows)).not.toContain(ticket);
  });

  it('contains no user input', async () => {
    const service = await serviceForTest();
    const browser = new TestBrowser(service);
    await browser.signUp('victim@example.org', undefined, { user_metadata: { name: 'Visit evil.example' } });
    const [mail = ''] = await readMails(service, 1, 'verify-email');
    expect(mail).toContain('/identity/verify-email?ticket=');
    expect(mail).not.toContain('evil');
  });

  it('is only sent to an unverified address with an account', async () => {
    const { service } = await withLink();
    const { db, close } = openDatabase(service.databaseUrl, () => undefined);
    const write = (email: string) =>
      writeVerificationMail({ db, config: service.config, now: () => new Date() } as Deps, email);
    const written = [(await write('ada@example.org')) !== null, await write('nobody@example.org')];
    await service.query('update identity.users set email_verified = true');
    written.push(await write('ada@example.org'));
    await close();
    expect(written).toEqual([true, null, null]);
  });
});

describe('page behind the link', () => {
  it('verifies when its button is pressed, not when the link is opened, and without a login', async () => {
    const { service, ticket } = await withLink();
    const other = new TestBrowser(service);
    for (let scans = 0; scans < 3; scans++) {
      const page = await other.get('/verify-email', { ticket });
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('ada@example.org');
    }
    expect(await isVerified(service)).toBe(false);

    const done = await press(other, ticket);
    expect(done.status).toBe(200);
    const text = await done.text();
    expect(text).toContain('Your address is confirmed');
    expect(text).toContain(`href="${APP}/login"`);
    expect(await isVerified(service)).toBe(true);
    expect(await service.query('select updated_at > created_at as later from identity.users')).toEqual([
      { later: true },
    ]);
    expect(other.cookies.size).toBe(0);
  });

  it('works once; afterwards it shows that the address is confirmed', async () => {
    const { browser, ticket } = await withLink();
    const answers = await Promise.all([press(browser, ticket), press(browser, ticket)]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.filter((text) => text.includes('Your address is confirmed'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('already confirmed'))).toHaveLength(1);
    expect(await (await browser.get('/verify-email', { ticket })).text()).toContain('already confirmed');
  });

  it('expires after three days and then offers a new mail', async () => {
    let at = Date.now();
    const { browser, service, ticket } = await withLink({ appOptions: { now: () => new Date(at) } });
    at += 3 * DAY_MS - 1000;
    expect((await browser.get('/verify-email', { ticket })).status).toBe(200);
    at += 2000;
    for (const answer of [await browser.get('/verify-email', { ticket }), await press(browser, ticket)]) {
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain('action="/identity/verify-email/again"');
    }
    expect(await isVerified(service)).toBe(false);

    expect(await (await sendAgain(browser, ticket)).text()).toContain('We sent you a new email');
    const fresh = (await readMails(service, 2, 'verify-email')).map(ticketIn).find((other) => other !== ticket);
    expect((await press(browser, fresh ?? '')).status).toBe(200);
    expect(await isVerified(service)).toBe(true);

    // The expired link is recognized for a month.
    const { db, close } = openDatabase(service.databaseUrl, () => undefined);
    const left: number[] = [];
    for (const days of [29, 31]) {
      await deleteExpired(db, new Date(at + days * DAY_MS));
      left.push(
        (await service.query('select 1 from identity.verification_tokens where token_hash = $1', [hashOf(ticket)]))
          .length,
      );
    }
    await close();
    expect(left).toEqual([1, 0]);
  });

  it('shows that an unknown link does not work, and verifies nobody', async () => {
    const { browser, service } = await withLink();
    for (const ticket of ['never-was', '', "' or true --"]) {
      for (const answer of [
        await browser.get('/verify-email', { ticket }),
        await press(browser, ticket),
        await sendAgain(browser, ticket),
      ]) {
        expect(answer.status).toBe(410);
        expect(await answer.text()).toContain('This link does not work');
      }
    }
    expect(await isVerified(service)).toBe(false);
    expect(await readMails(service, 1, 'verify-email')).toHaveLength(1);
  });

  it('rejects forms from other sites', async () => {
    const { browser, service, ticket } = await withLink();
    for (const origin of ['https://evil.example', 'null']) {
      for (const path of ['/verify-email', '/verify-email/again']) {
        expect((await browser.postForm(path, { ticket }, { origin })).status).toBe(403);
      }
    }
    expect(await isVerified(service)).toBe(false);
  });

  it('cannot be framed, runs no scripts and escapes input', async () => {
    const { browser } = await withLink();
    const page = await browser.get('/verify-email', { ticket: '"><img src=x>' });
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const markup = await page.text();
    expect(markup).not.toContain('<img');
    expect(markup).not.toContain('<script');
  });
});

describe('sending it again', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const tokenOf = async (browser: TestBrowser, email: string) =>
    String((await browser.logIn(email)).get('access_token'));
  const ask = (browser: TestBrowser, token: string) =>
    browser.post('/verification-mail', {}, { authorization: `Bearer ${token}` });

  it("sends a mail to the token's person, unless the address is verified", async () => {
    const browser = new TestBrowser(service);
    await browser.signUp('abel@example.org');
    await readMails(service, 1, 'verify-email');
    await browser.signUp('bea@example.org');
    const token = await tokenOf(browser, 'bea@example.org');
    expect((await ask(browser, token)).status).toBe(202);
    const links = (await readMails(service, 3, 'verify-email'))
      .filter((mail) => mail.includes('To: bea@example.org'))
      .map(ticketIn);
    expect(new Set(links).size).toBe(2);
    expect((await press(browser, links[0] ?? '')).status).toBe(200);
    expect([await isVerified(service, 'bea@example.org'), await isVerified(service, 'abel@example.org')]).toEqual([
      true,
      false,
    ]);

    const answer = await ask(browser, token);
    expect(answer.status).toBe(200);
    expect(await json(answer)).toEqual({ email_verified: true });
    expect(await (await browser.get('/verify-email', { ticket: links[1] ?? '' })).text()).toContain('already');
    expect(await readMails(service, 3, 'verify-email')).toHaveLength(3);
  });

  it('needs a valid token', async () => {
    const browser = new TestBrowser(service);
    expect((await browser.post('/verification-mail', {})).status).toBe(401);
    expect((await ask(browser, 'not.a.token')).status).toBe(401);
  });

  it('limits mails, and requests without login', async () => {
    const limited = await serviceForTest({
      overrides: { limits: { ...service.config.limits, mails: { points: 2, seconds: 60 } } },
    });
    const browser = new TestBrowser(limited);
    await browser.signUp('cai@example.org');
    const [mail] = await readMails(limited, 1, 'verify-email');
    const token = await tokenOf(browser, 'cai@example.org');
    expect((await ask(browser, token)).status).toBe(202);
    const refused = await ask(browser, token);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    const page = await sendAgain(browser, ticketIn(mail));
    expect(page.status).toBe(429);
    expect(await page.text()).toContain('Please wait a little');
    expect(await readMails(limited, 2, 'verify-email')).toHaveLength(2);

    const address = await serviceForTest({
      overrides: { limits: { ...service.config.limits, address: { points: 2, seconds: 60 } } },
    });
    const guesses = [];
    for (const ticket of ['a', 'b', 'c']) guesses.push((await sendAgain(new TestBrowser(address), ticket)).status);
    expect(guesses).toEqual([410, 410, 429]);
  });

  it('a password reset with a mailed link also verifies the address', async () => {
    const browser = new TestBrowser(service);
    await browser.signUp('dov@example.org');
    await browser.requestReset('dov@example.org');
    const [reset] = await readMails(service, 1);
    const password = 'Blue-Heron-2027';
    await browser.postForm('/password-reset', { ticket: ticketIn(reset), password, repeated: password });
    expect(await isVerified(service, 'dov@example.org')).toBe(true);
  });
});
