import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimsOf, PASSWORD, readMails, ticketIn } from '../testing/support.ts';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

/** The same browser as in e2e/support/browser.ts: headless it needs a third less CPU time. */
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const headlessShell = join(dirname(chromiumPath), 'chromium-headless-shell');
const executablePath = existsSync(headlessShell) ? headlessShell : chromiumPath;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const NEW_PASSWORD = 'Blue-Heron-2027';

/** Arguments of a callback of auth0-js. */
interface Outcome {
  // biome-ignore lint/suspicious/noExplicitAny: the test inspects untyped results of the library
  error: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result: any;
}

/** The methods of auth0-js that these tests call. */
type WebAuth = Record<string, (...values: unknown[]) => void>;
declare const window: { auth0: { WebAuth: new (options: object) => WebAuth } };

// In CI a missing browser is a failure.
describe.skipIf(!existsSync(executablePath) && !process.env.CI)(
  `auth0-js in a browser (needs ${executablePath})`,
  () => {
    let proxy: ReverseProxy;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    /** Violations of the content security policy; must stay empty. */
    let violations: string[];

    beforeAll(async () => {
      proxy = await startReverseProxy();
      browser = await chromium.launch({ executablePath, args: ARGS });
    });
    afterAll(async () => {
      await browser.close();
      await proxy.stop();
    });
    beforeEach(async () => {
      violations = [];
      context = await browser.newContext();
      page = await context.newPage();
      page.on('console', (message) => {
        if (/content security policy|refused to/i.test(message.text())) violations.push(message.text());
      });
      await page.goto(`${proxy.origin}/login`);
    });
    afterEach(async () => {
      await context.close();
      expect(violations).toEqual([]);
    });

    /** Calls a method of auth0-js in the page and waits for its callback. */
    async function call(method: string, options: object, settings: object = {}): Promise<Outcome> {
      const { audience, clientId } = proxy.service.config;
      const webAuth = {
        domain: `${proxy.origin}/identity`,
        clientID: clientId,
        audience,
        responseType: 'token',
        redirectUri: `${proxy.origin}/landingpage`,
        ...settings,
      };
      return page.evaluate(
        ({ webAuth, method, options }) =>
          new Promise<Outcome>((resolve) => {
            new window.auth0.WebAuth(webAuth)[method]?.(options, (error: unknown, result: unknown) =>
              resolve({ error, result }),
            );
          }),
        { webAuth, method, options },
      );
    }

    const account = (email: string, password = PASSWORD) => ({
      email,
      password,
      connection: proxy.service.config.connection,
    });
    const credentials = (username: string, password = PASSWORD) => ({
      username,
      password,
      realm: proxy.service.config.connection,
    });

    /** Logs in and waits for the landing page. The call never returns, because it navigates. */
    async function logIn(
      email: string,
      password = PASSWORD,
      options: object = {},
      settings: object = {},
    ): Promise<void> {
      const arrived = page.waitForURL(`${proxy.origin}/landingpage*`);
      call('login', { ...credentials(email, password), ...options }, settings).catch(() => undefined);
      await arrived;
    }

    it('[LOGIN-05] signs up, logs in with a redirect to /landingpage, parses the response and renews the token silently', async () => {
      const signedUp = await call('signup', account('ada@example.org'));
      expect(signedUp).toEqual({
        error: null,
        result: { Id: expect.stringMatching(/^[0-9a-f]{24}$/), email: 'ada@example.org', emailVerified: false },
      });

      await logIn('ada@example.org', PASSWORD, { appState: { search: '?autoplay=7' } });
      expect(page.url()).toMatch(/\/landingpage#access_token=/);
      const { error, result } = await call('parseHash', {});
      expect(error).toBeNull();
      expect(result).toMatchObject({ expiresIn: 900, tokenType: 'Bearer', appState: { search: '?autoplay=7' } });
      expect(claimsOf(result.accessToken).sub).toBe(`auth0|${signedUp.result.Id}`);

      const renewed = await call('checkSession', {});
      expect(renewed.error).toBeNull();
      expect(renewed.result).toMatchObject({ expiresIn: 900, tokenType: 'Bearer' });
      expect(renewed.result.accessToken).not.toBe(result.accessToken);
      expect(claimsOf(renewed.result.accessToken).sub).toBe(claimsOf(result.accessToken).sub);
    });

    it('[LOGIN-05] logs in with a code and PKCE if configured', async () => {
      await call('signup', account('pkce@example.org'));
      const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
      const challenge = { codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', codeChallengeMethod: 'S256' };
      await logIn('pkce@example.org', PASSWORD, challenge, { responseType: 'code' });
      const code = new URL(page.url()).searchParams.get('code');
      const response = await page.evaluate(
        async (fields) =>
          (await fetch('/identity/oauth/token', { method: 'POST', body: new URLSearchParams(fields) })).text(),
        {
          grant_type: 'authorization_code',
          client_id: proxy.service.config.clientId,
          redirect_uri: `${proxy.origin}/landingpage`,
          code: String(code),
          code_verifier: verifier,
        },
      );
      expect(claimsOf(JSON.parse(response).access_token).iss).toBe(proxy.service.config.issuer);
    });

    it('[LOGIN-05] reports a wrong password without navigating', async () => {
      await call('signup', account('wrong@example.org'));
      const { error } = await call('login', credentials('wrong@example.org', 'Wrong-Password-1'));
      expect(error).toMatchObject({ code: 'access_denied', description: 'Wrong email or password.' });
      expect(page.url()).toBe(`${proxy.origin}/login`);
    });

    it('[REG-05] [REG-06] has different codes for a weak password and a taken email', async () => {
      const weak = await call('signup', account('reg@example.org', 'weak'));
      expect(weak.error).toMatchObject({
        name: 'PasswordStrengthError',
        code: 'invalid_password',
        description: { rules: expect.any(Array) },
        policy: expect.stringContaining('At least 8 characters'),
      });
      expect((await call('signup', account('reg@example.org'))).error).toBeNull();
      expect((await call('signup', account('reg@example.org'))).error).toMatchObject({ code: 'invalid_signup' });
    });

    it('[FORGOT-02] [FORGOT-04] sends a mail with a page that sets a new password, once and without scripts', async () => {
      const email = 'forgot@example.org';
      await call('signup', account(email));
      await logIn(email);
      const known = await call('changePassword', { email, connection: proxy.service.config.connection });
      const unknown = await call('changePassword', {
        email: 'nobody@example.org',
        connection: proxy.service.config.connection,
      });
      expect(known.error).toBeNull();
      expect(unknown).toEqual(known);

      const [mail] = await readMails(proxy.service, 1);
      const link = `${proxy.origin}/identity/password-reset?ticket=${ticketIn(mail)}`;
      expect(mail).toContain(link);

      const plain = await browser.newContext({ javaScriptEnabled: false });
      const reset = await plain.newPage();
      await reset.goto(link);
      await reset.getByLabel('New password', { exact: true }).fill('weak-weak');
      await reset.getByLabel('Repeat the new password').fill('weak-weak');
      await reset.getByRole('button', { name: 'Save password' }).click();
      await reset.getByRole('alert').waitFor();
      expect(await reset.getByRole('alert').textContent()).toContain('easy to guess');

      await reset.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await reset.getByLabel('Repeat the new password').fill(NEW_PASSWORD);
      await reset.getByRole('button', { name: 'Save password' }).click();
      await reset.getByRole('heading', { name: 'Your new password is saved' }).waitFor();
      expect(await reset.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe(`${proxy.origin}/login`);

      await reset.goto(link);
      await reset.getByRole('heading', { name: 'This link no longer works' }).waitFor();
      await plain.close();

      expect((await call('checkSession', {})).error).toMatchObject({ code: 'login_required' });
      expect((await call('login', credentials(email))).error).toMatchObject({ code: 'access_denied' });
      await logIn(email, NEW_PASSWORD);
      expect(page.url()).toContain('#access_token=');
    });

    it('logs out to the login screen, after which renewal fails', async () => {
      await call('signup', account('leaving@example.org'));
      await logIn('leaving@example.org');
      expect((await call('checkSession', {})).error).toBeNull();
      const returned = page.waitForURL(`${proxy.origin}/login`);
      call('logout', { returnTo: `${proxy.origin}/login` }).catch(() => undefined);
      await returned;
      expect((await call('checkSession', {})).error).toMatchObject({ code: 'login_required' });
      // The browser is still a known device, which gives no access.
      const cookies = (await context.cookies()).filter(({ path }) => path === '/identity');
      expect(cookies.map(({ name }) => name)).toEqual(['kinreel_device']);
    });
  },
);
