import type { PublicConfig } from '@kinreel/contracts';
import { session as messages } from '@kinreel/messages/en/session';
import type { Page } from '@playwright/test';
import { accessToken, registerByApi } from './support/api.ts';
import { resetLink, resetLinks } from './support/mail.ts';
import { login, newPerson, type Person, register } from './support/people.ts';
import { expectGoodScreen, goWithin, holdCalls, signedInPage, tabTo } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const OWN_VIDEOS = /\/user\/[0-9a-f-]{36}\/videos$/;

const signUpButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'SIGN UP' });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

/** Fills in the registration form. Fields with an empty text stay empty. */
async function fillRegistration(page: Page, person: Person, birthday = '1944-03-09'): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('City').fill('Duluth');
  await page.getByLabel('Country').fill('United States');
  await page.getByLabel('Birthday').fill(birthday);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
}

test.describe('the login screen', () => {
  test('[LOGIN-01][LOGIN-02][LOGIN-03][ROUTE-03] has banner, bar, form, and a footer with working links; the way to the registration and back keeps the query string', async ({
    page,
  }) => {
    await page.goto('/login');
    await expect(page).toHaveTitle('Login · Kinreel');
    await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
    await expect(page.getByText('Welcome back! Please enter your details.')).toBeVisible();
    await expect(page.getByLabel('Email Address')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Kinreel' })).toBeVisible();
    const picture = page.locator('picture img');
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Kinreel`);

    for (const name of ['Term & Conditions', 'Privacy Policy']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      expect((await page.getByRole('article').innerText()).length).toBeGreaterThan(400);
      await page.goBack();
    }
    await page.getByRole('button', { name: 'Forgot Password?' }).click();
    await expect(page.getByText(messages.forgotPasswordIntro)).toBeVisible();
    await page.getByRole('button', { name: 'Back to Login' }).click();

    // Both forms with their errors.
    await page.getByRole('main').getByRole('button', { name: 'LOGIN' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectGoodScreen(page);
    await goWithin(page, '/login?autoplay=abc&from=aunt');
    await expect(page.getByText("Don't have an account?")).toBeVisible();
    await page.getByRole('link', { name: 'Register Now' }).click();
    await expect(page).toHaveURL('/registration?autoplay=abc&from=aunt');
    await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
    await signUpButton(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectGoodScreen(page);
    await expect(page.getByText('Already have an account?')).toBeHidden();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByText('Already have an account? Login')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/login?autoplay=abc&from=aunt');
    await page.getByRole('link', { name: 'SIGN UP' }).click();
    await expect(page).toHaveURL('/registration?autoplay=abc&from=aunt');
  });

  test('[LOGIN-05] LOGIN works before the page’s code has loaded', async ({ page, baseURL }) => {
    const person = newPerson('Odalie');
    await registerByApi(baseURL, person);
    const release = await holdCalls(page, '**/assets/*.js');
    await page.goto('/login', { waitUntil: 'commit' });
    await fillLogin(page, person.email, person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: messages.loggingIn })).toBeDisabled();
    release();
    await expect(page).toHaveURL(OWN_VIDEOS);
  });

  test('loading the app does not interrupt a person who is typing', async ({ page }) => {
    const release = await holdCalls(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByLabel('Email Address').pressSequentially('odalie@');
    const early = page.locator('form#early-login');
    release();
    await page.waitForLoadState('networkidle');
    await page.keyboard.type('example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('half-a-');
    await expect(early).toBeVisible();
    await page.getByText('Welcome back! Please enter your details.').click();
    await expect(early).toBeHidden();
    await expect(page.getByLabel('Email Address')).toHaveValue('odalie@example.org');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('half-a-');
  });

  test('a field that had the focus before the app’s code had loaded keeps it, also if the address changes', async ({
    page,
  }) => {
    const release = await holdCalls(page, '**/assets/*.js');
    await page.goto('/', { waitUntil: 'commit' });
    // An address that is wrong so far does not keep the form of index.html.
    await page.getByLabel('Email Address').fill('odalie');
    await page.getByLabel('Password', { exact: true }).focus();
    release();
    await expect(page.locator('form#early-login')).toBeHidden();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('[LOGIN-05][ROUTE-02][CONST-03] the request to the provider has the agreed parameters; the token is removed from the address first', async ({
    page,
    baseURL,
  }) => {
    const person = newPerson('Odalie');
    await registerByApi(baseURL, person);
    const { identity } = (await (await fetch(`${baseURL}/config.json`)).json()) as PublicConfig;
    // Record all requests of the page with its address at that time.
    await page.addInitScript(() => {
      const ask = window.fetch;
      window.fetch = (...request) => {
        const seen = JSON.parse(sessionStorage.getItem('seen') ?? '[]');
        sessionStorage.setItem('seen', JSON.stringify([...seen, window.location.href]));
        return ask(...request);
      };
    });
    await page.goto('/login?autoplay=abc');
    const sent = page.waitForRequest('**/co/authenticate');
    const asked = page.waitForRequest('**/authorize?**');
    await login(page, person);
    expect((await sent).postDataJSON()).toMatchObject({
      username: person.email,
      password: person.password,
      realm: identity.connection,
    });
    const query = Object.fromEntries(new URL((await asked).url()).searchParams);
    expect(query).toMatchObject({
      audience: identity.audience,
      response_type: 'token',
      redirect_uri: `${baseURL}/landingpage`,
    });
    await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}\/videos\?autoplay=abc$/);
    expect((await storedToken(page))?.split('.')).toHaveLength(3);
    const seen: string[] = JSON.parse((await page.evaluate(() => sessionStorage.getItem('seen'))) ?? '[]');
    expect(seen.some((address) => address.includes('/landingpage'))).toBe(true);
    expect(seen.filter((address) => address.includes('access_token'))).toEqual([]);
    // The history does not contain it either.
    for (let steps = 0; steps < 4 && (await page.goBack()); steps += 1) {
      expect(page.url()).not.toContain('access_token');
    }
  });

  test('[ROUTE-02] a token that no login of this browser requested is rejected, and the person stays logged in', async ({
    page,
    browser,
    baseURL,
  }) => {
    const mine = await registerByApi(baseURL, newPerson('Odalie'));
    const foreign = await registerByApi(baseURL, newPerson('Corvin'));
    const planted = (state: string) =>
      `/landingpage#access_token=${foreign.token}&token_type=Bearer&expires_in=900&state=${state}`;

    // Nobody is logged in, and no login was started.
    await page.goto(planted('foreign'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toHaveText('Oops! Something went wrong!');
    expect(await storedToken(page)).toBeNull();

    // A login was started, and the response of another login arrives.
    await page.route('**/authorize?**', (route) =>
      route.fulfill({ status: 302, headers: { location: baseURL + planted('foreign') } }),
    );
    await login(page, { ...newPerson('Odalie'), email: mine.user.email });
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toHaveText('Oops! Something went wrong!');
    expect(await storedToken(page)).toBeNull();

    // A person is logged in.
    const signedIn = await signedInPage(browser, baseURL, mine);
    await signedIn.goto(planted('foreign'));
    await expect(signedIn).toHaveURL(`/user/${mine.user.id}/videos`);
    expect(await storedToken(signedIn)).toBe(mine.token);
    await signedIn.context().close();
  });

  test('[LOGIN-04][LOGIN-11] shows a spinner while the user is loaded, and the form after the token was rejected', async ({
    browser,
    baseURL,
  }) => {
    const page = await signedInPage(browser, baseURL, { token: 'not.a.token' });
    const answer = await holdCalls(page, '**/api/user');
    await page.goto('/login');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.getByLabel('Email Address')).toHaveCount(0);
    answer();
    await expect(page.getByLabel('Email Address')).toBeVisible();
    expect(await storedToken(page)).toBeNull();

    // Without a token nothing is loaded.
    const fetched: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && fetched.push(request.url()));
    await page.goto('/manageLibrary');
    await expect(page.getByLabel('Email Address')).toBeVisible();
    expect(fetched).toEqual([]);
    await page.context().close();
  });

  test('[LOGIN-08] if the browser refuses to store data, the login form says so', async ({ page, baseURL }) => {
    const person = newPerson('Odalie');
    await registerByApi(baseURL, person);
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError');
      };
    });
    await page.goto('/login');
    await login(page, person);
    await expect(page.getByText(/Your browser saves nothing for this site/)).toBeVisible();
    await expectGoodScreen(page);
  });

  test('[LOGIN-11] if the server does not respond, a page with Retry is shown and the token is kept', async ({
    browser,
    baseURL,
  }) => {
    const person = await registerByApi(baseURL, newPerson('Odalie'));
    const page = await signedInPage(browser, baseURL, person);
    await page.route('**/api/user', (route) => route.abort());
    await page.goto('/info');
    const retry = page.getByRole('button', { name: 'Retry' });
    await expect(page.getByRole('heading', { name: "We can't reach Kinreel right now" })).toBeVisible();
    expect(await storedToken(page)).toBe(person.token);
    await expectGoodScreen(page);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/user'));
    await retry.click();
    await failed;
    await expect(retry).toBeVisible();
    await page.unroute('**/api/user');
    await tabTo(page, retry);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Info Page' })).toBeVisible();
    expect(await storedToken(page)).toBe(person.token);
    await page.context().close();
  });
});

test.describe('a forgotten password', () => {
  test('[FORGOT-01][FORGOT-02][FORGOT-04] the link in the mail sets a new password, once; the old one no longer works', async ({
    page,
    kinreel,
    baseURL,
  }) => {
    const person = newPerson('Odalie');
    await registerByApi(baseURL, person);
    const stranger = `nobody.${person.email}`;
    await page.goto('/login');
    for (const address of [stranger, person.email]) {
      await page.getByRole('button', { name: 'Forgot Password?' }).click();
      await expect(page.getByText('Please enter your email address to request password reset.')).toBeVisible();
      await page.getByLabel('Email Address').fill(address);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await expect(page.getByText('Check your inbox for a link to reset your password.')).toBeVisible();
      await page.getByRole('button', { name: 'Back to Login' }).click();
      await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
    }

    const link = await resetLink(kinreel, person.email);
    expect(await resetLinks(kinreel, stranger)).toEqual([]);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('Battery-staple-8');
    await page.getByLabel('Repeat the new password').fill('Battery-staple-8');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('heading', { name: 'Your new password is saved' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Login' }).click();

    await login(page, person);
    await expect(page.getByRole('alert')).toContainText('Wrong email or password.');
    await login(page, { ...person, password: 'Battery-staple-8' });
    await expect(page).toHaveURL(OWN_VIDEOS);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
});

test.describe('the registration', () => {
  test('[REG-04][REG-07][ROUTE-06][LOGIN-05] account, profile and login follow in this order, and the query string is kept; a token that expires soon is renewed silently, with the media cookie', async ({
    page,
    baseURL,
    kinreel,
  }) => {
    const person = newPerson('Odalie');
    const { identity } = (await (await fetch(`${baseURL}/config.json`)).json()) as PublicConfig;
    await page.goto('/registration?autoplay=abc');
    const asked: string[] = [];
    page.on('request', (request) => {
      const step = /signup|user\/register|co\/authenticate/.exec(request.url())?.[0];
      if (step && request.method() === 'POST') asked.push(step);
    });
    const account = page.waitForRequest('**/dbconnections/signup');
    const profile = page.waitForRequest('**/api/user/register');
    await register(page, person);
    expect((await account).postDataJSON()).toMatchObject({
      email: person.email,
      password: person.password,
      connection: identity.connection,
    });
    expect((await profile).postDataJSON()).toEqual({
      firstName: 'Odalie',
      lastName: 'Fennick',
      city: 'Duluth',
      state: 'MN',
      country: 'United States',
      birthday: '1944-03-09',
      email: person.email,
      password: person.password,
      auth0Id: expect.stringMatching(/^auth0\|\w+/),
    });
    await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}\/videos\?autoplay=abc$/);
    await expect(page.getByRole('heading', { name: 'Odalie Fennick' })).toBeVisible();
    expect(asked).toEqual(['signup', 'user/register', 'co/authenticate']);
    expect(kinreel.output()).not.toContain(person.password);

    const token = await storedToken(page);
    const { iat, exp } = JSON.parse(atob(token?.split('.')[1] ?? ''));
    const user = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/user');
    await page.clock.setFixedTime((iat + (exp - iat) * 0.9) * 1000);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect((await (await user).allHeaders())['set-cookie']).toContain('Path=/media');
    expect(await storedToken(page)).not.toBe(token);
    await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}\/videos\?autoplay=abc$/);
  });

  test('[REG-07][ERR-02] an account whose profile could not be stored is completed at the next login', async ({
    page,
  }) => {
    const person = newPerson('Odalie');
    await page.goto('/registration');
    await page.route('**/api/user/register', (route) => route.abort());
    await fillRegistration(page, person);
    await signUpButton(page).click();
    await expect(page.getByRole('alert')).toHaveText('Oops! Something went wrong! Is the server running?');
    await expect(signUpButton(page)).toBeEnabled();

    await page.goto('/manageLibrary?sort=oldest');
    await login(page, person);
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page.getByLabel('Password')).toHaveCount(0);
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await expect(page.getByLabel('First Name')).toHaveAccessibleDescription('Please enter your first name.');
    await expectGoodScreen(page);
    await page.getByLabel('First Name').fill('Odalie');
    await page.getByLabel('Last Name').fill('Fennick');
    await page.getByLabel('City').fill('Turku');
    await page.getByLabel('Country').fill('Finland');
    await page.getByLabel('Birthday').fill('1944-03-09');
    await save.click();
    await expect(page.getByRole('alert')).toHaveText('Oops! Something went wrong! Is the server running?');
    await page.unroute('**/api/user/register');
    await save.click();
    await expect(page).toHaveURL('/manageLibrary?sort=oldest');
    await expect(page.getByRole('heading', { name: 'Manage Library' })).toBeVisible();
  });

  test('[REG-07] people who cannot complete their profile can log out', async ({ page, browser, baseURL }) => {
    const person = newPerson('Odalie');
    const { identity } = (await (await fetch(`${baseURL}/config.json`)).json()) as PublicConfig;
    await fetch(`${identity.domain}/dbconnections/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: identity.clientId,
        connection: identity.connection,
        email: person.email,
        password: person.password,
      }),
    });
    await page.goto('/login');
    await login(page, person);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email Address')).toBeVisible();
    expect(await storedToken(page)).toBeNull();

    const again = await signedInPage(browser, baseURL, { token: await accessToken(baseURL, person) });
    await again.route('**/config.json', (route) => route.abort());
    await again.goto('/');
    await again.getByRole('button', { name: 'Log Out' }).click();
    await expect(again.getByText('We could not reach the login service.')).toBeVisible();
    await expect(again).toHaveURL('/login');
    await again.context().close();
  });
});

test('[LOGIN-02][FORGOT-01][REG-01] all forms work with the keyboard only', async ({ page }) => {
  const person = newPerson('Odalie');
  const type = (text: string) => page.keyboard.type(text);
  await page.goto('/login');
  await expect(page.getByLabel('Email Address')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Forgot Password?' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Email Address'));
  await type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your inbox for a link to reset your password.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Back to Login' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: 'Register Now' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeFocused();
  for (const [label, text] of [
    ['First Name', person.firstName],
    ['Last Name', person.lastName],
    ['Email', person.email],
    ['City', 'Duluth'],
    ['State', 'Minnesota'],
    ['Country', 'United States'],
    ['Birthday', '03091944'],
    ['Password', person.password],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }), 5);
    await type(text);
  }
  await expect(page.getByLabel('State')).toHaveValue('MN');
  await expect(page.getByLabel('Birthday')).toHaveValue('1944-03-09');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(OWN_VIDEOS);
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  await page.goto('/login');
  await expect(page.getByLabel('Email Address')).toBeVisible();
  await tabTo(page, page.getByLabel('Email Address'));
  await type(person.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }), 1);
  await type(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(OWN_VIDEOS);
});
