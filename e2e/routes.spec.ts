import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';
import type { Page } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { login, newPerson, register } from './support/people.ts';
import { appStarted, expectGoodScreen, goWithin, holdCalls, signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** All addresses that this page has had, oldest first, without the origin. */
function addressesOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.push(frame.url().replace(/^https?:\/\/[^/]+/, ''));
  });
  return seen;
}

test('[ROUTE-01][ROUTE-02][ROUTE-16] / redirects to the landing page, which has no header and footer and leads to login or to the person’s own videos', async ({
  page,
  browser,
  baseURL,
}) => {
  const seen = addressesOf(page);
  await page.goto('/');
  await expect(heading(page, 'Login')).toBeVisible();
  expect([...new Set(seen)]).toEqual(['/', '/landingpage', '/login']);

  const person = await registerByApi(baseURL, newPerson('Odalie'));
  const signedIn = await signedInPage(browser, baseURL, person);
  const answer = await holdCalls(signedIn, '**/api/user');
  const video = randomUUID();
  await signedIn.goto(`/landingpage?autoplay=${video}&from=aunt`);
  await expect(signedIn.getByRole('progressbar')).toBeVisible();
  await expect(signedIn.getByRole('banner')).toHaveCount(0);
  await expect(signedIn.getByRole('contentinfo')).toHaveCount(0);
  await expect(signedIn).toHaveURL(`/landingpage?autoplay=${video}&from=aunt`);
  answer();
  await expect(signedIn).toHaveURL(`/user/${person.user.id}/videos?autoplay=${video}&from=aunt`);

  // Logged-in people are redirected from the login screens.
  for (const path of ['/login', '/registration']) {
    await signedIn.unroute('**/api/user');
    await signedIn.goto(path);
    await expect(signedIn).toHaveURL(`/user/${person.user.id}/videos`);
  }
});

test('the first words of a page appear before its code, and only the code and data of that page are requested', async ({
  page,
}) => {
  const requested: string[] = [];
  // Responses are held back, as on a very slow connection.
  await page.route('**/assets/*.js', (route) => void requested.push(route.request().url()));
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByText('Welcome back! Please enter your details.')).toBeVisible();
  await expect.poll(() => requested.some((url) => url.includes('/assets/login-'))).toBe(true);
  expect(requested.filter((url) => url.includes('/assets/signed-in-'))).toEqual([]);
  await page.goto('/registration', { waitUntil: 'commit' });
  await expect(page.getByText('Create an account by filling the bottom details.')).toBeVisible();
  await page.evaluate((key) => localStorage.setItem(key, 'any'), ACCESS_TOKEN_STORAGE_KEY);
  const asked = page.waitForRequest('**/api/user');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading');
  expect((await asked).headers().authorization).toBe('Bearer any');
  await expect.poll(() => requested.some((url) => url.includes('/assets/signed-in-'))).toBe(true);
});

test('[ROUTE-11][ROUTE-16] the demo page has a question, the bundled video and no header; Retry works after an error', async ({
  page,
}) => {
  const answer = await holdCalls(page, '**/api/video/10', 'abort');
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/video/10'));
  await page.goto('/videoWatchPage');
  expect((await asked).method()).toBe('GET');
  await expect(heading(page, 'What would you like your family to remember?')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
  answer();
  await expect(page.getByRole('heading', { name: "We couldn't load the video" })).toBeVisible();
  await page.unroute('**/api/video/10');
  await page.getByRole('button', { name: 'Retry' }).click();
  const video = page.locator('video');
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.3);
  expect(await video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expectGoodScreen(page);
});

test('[ROUTE-14] any other path shows visitors the heading "404"', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(heading(page, '404')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/login');
});

test('[ROUTE-15][ROUTE-17] visitors see the login screen on every protected page, and the address stays the same', async ({
  page,
}) => {
  const id = randomUUID();
  const called: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && called.push(request.url()));
  await page.goto(`/user/${id}/videos?autoplay=${id}`);
  for (const path of [
    `/user/${id}/videos?autoplay=${id}`,
    `/user/${id}/connections`,
    `/user/${id}/uploads`,
    `/user/${id}/edit`,
    `/edit/${id}`,
    '/info',
    '/manageLibrary',
    '/videoUploadPage',
    '/record',
    `/watch/${id}`,
  ]) {
    await goWithin(page, path);
    await expect(heading(page, 'Login')).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('button', { name: /Upload Video|Menu/ })).toHaveCount(0);
    // A page in between, so that the next page must show the login itself.
    await goWithin(page, '/terms');
    await expect(heading(page, 'Term & Conditions')).toBeVisible();
  }
  expect(called).toEqual([]);
  for (const [path, title] of [
    ['/registration', 'Register'],
    ['/about', 'About Kinreel'],
    ['/privacy', 'Privacy Policy'],
    ['/videoWatchPage', 'What would you like your family to remember?'],
  ] as const) {
    await goWithin(page, path);
    await expect(heading(page, title)).toBeVisible();
  }
});

test('[ROUTE-02][ROUTE-15][ROUTE-06] after login or registration the requested page opens, with its query', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson('Odalie');
  await registerByApi(baseURL, person);
  await page.goto('/videoUploadPage?one=1&two=a%20b');
  await login(page, person);
  await expect(heading(page, 'Add Video')).toBeVisible();
  await expect(page).toHaveURL('/videoUploadPage?one=1&two=a%20b');

  const newcomer = await (await browser.newContext({ baseURL })).newPage();
  await newcomer.goto('/manageLibrary?autoplay=abc');
  await newcomer.getByRole('link', { name: 'Register Now' }).click();
  await expect(newcomer).toHaveURL('/registration?autoplay=abc');
  // The way to the registration and back keeps it.
  await newcomer.getByRole('link', { name: 'LOGIN' }).click();
  await newcomer.getByRole('link', { name: 'SIGN UP' }).click();
  await register(newcomer, newPerson('Ismene'));
  await expect(heading(newcomer, 'Manage Library')).toBeVisible();
  await expect(newcomer).toHaveURL('/manageLibrary?autoplay=abc');
});

test('[ROUTE-05][ROUTE-08][ROUTE-09][ROUTE-14][ROUTE-17] own pages open, the edit form at both of its addresses; another person’s pages show a clear message; any other path shows "404"', async ({
  browser,
  baseURL,
}) => {
  const [mine, other] = await Promise.all([
    registerByApi(baseURL, newPerson('Odalie')),
    registerByApi(baseURL, newPerson('Corvin', 'Ashgrove')),
  ]);
  const page = await signedInPage(browser, baseURL, mine);
  await page.goto('/info');
  await expect(page.getByRole('main')).toHaveText('Info Page');
  for (const path of [
    `/user/${other.user.id}/connections`,
    `/user/${other.user.id}/uploads`,
    `/user/${other.user.id}/edit`,
    `/edit/${other.user.id}`,
  ]) {
    await goWithin(page, path);
    await expect(heading(page, 'This page belongs to someone else')).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveCount(0);
    await goWithin(page, '/info');
    await expect(page.getByRole('main')).toHaveText('Info Page');
  }
  await page.goBack();
  await expect(heading(page, 'This page belongs to someone else')).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: 'See their videos' }).click();
  await expect(heading(page, 'Corvin Ashgrove')).toBeVisible();
  for (const view of ['connections', 'uploads']) {
    await goWithin(page, `/user/${mine.user.id}/${view}`);
    await expect(page.getByRole('tablist')).toBeVisible();
  }
  for (const path of [`/user/${mine.user.id}/edit`, `/edit/${mine.user.id}`, `/edit/${mine.user.id.toUpperCase()}`]) {
    await goWithin(page, path);
    await expect(page.getByLabel('First Name')).toHaveValue('Odalie');
    await expect(page).toHaveURL(path);
  }
  for (const path of [
    '/nowhere',
    `/user/${mine.user.id}/secrets`,
    `/user/${randomUUID()}/videos`,
    '/user/nobody/videos',
  ]) {
    await goWithin(page, '/info');
    await expect(heading(page, '404')).toHaveCount(0);
    await goWithin(page, path);
    await expect(heading(page, '404')).toBeVisible();
  }
});

test('[ROUTE-04][ROUTE-16] login and registration have the slim bar and no header or footer of the app; everybody can read the about page', async ({
  page,
}) => {
  await page.goto('/login');
  for (const [path, button] of [
    ['/login', 'SIGN UP'],
    ['/registration', 'LOGIN'],
  ] as const) {
    await goWithin(page, path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Kinreel', button]);
    await expect(page.getByRole('contentinfo')).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toHaveCount(0);
  }
  await goWithin(page, '/about');
  await expect(heading(page, 'About Kinreel')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toHaveCount(1);
  const text = page.getByRole('main');
  for (const sentence of [
    'database management for biographical and genealogical records',
    'a web-based tool that stores text entries, photographs and pictures, and video and audio recordings',
  ]) {
    await expect(text).toContainText(sentence);
  }
  await expect(text.locator('img, video, input')).toHaveCount(0);
  await expectGoodScreen(page);
});

test('[CONST-01] the colors, and the bundled font Blinker', async ({ page, baseURL }) => {
  const fonts: string[] = [];
  const elsewhere: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font' && response.ok()) fonts.push(response.url());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/login');
  await appStarted(page);
  const root = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    return [
      style.getPropertyValue('--mui-palette-primary-main'),
      style.getPropertyValue('--mui-palette-secondary-main'),
    ];
  });
  expect(root.map((color) => color.trim())).toEqual(['#667b68', '#a3b899']);
  await expect(page.locator('body')).toHaveCSS('font-family', /^"?Blinker/);
  await expect.poll(() => page.evaluate(() => document.fonts.check('400 17px Blinker'))).toBe(true);
  expect(fonts.length).toBeGreaterThan(0);
  expect(elsewhere).toEqual([]);
});
