import type { PublicConfig } from '@kinreel/contracts';
import type { Page } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { resetLink } from './support/mail.ts';
import { login, newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, holdCalls, signedInPage, tabTo } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 360, height: 740 };
const ENTRIES = ['My Connections', 'Manage Library', 'Settings', 'Kinreel', 'Change Password', 'Log Out'];

const openMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search users by name' });

/** A name that no other test uses, so that the search finds only this test's people. */
function rareName(): string {
  return `Q${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')}`;
}

test('[HEAD-01] signed out: SIGN UP on /login, LOGIN on other pages', async ({ page }) => {
  await page.goto('/login');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'LOGIN' })).toHaveCount(0);
  await bar.getByRole('link', { name: 'SIGN UP' }).click();
  await expect(page).toHaveURL('/registration');
  for (const path of ['/registration', '/about', '/terms', '/privacy', '/nowhere']) {
    await goWithin(page, path);
    await expect(page).toHaveURL(path);
    await expect(bar.getByRole('link', { name: 'LOGIN' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'SIGN UP' })).toHaveCount(0);
    await expect(bar.getByRole('button')).toHaveCount(0);
  }
  await bar.getByRole('link', { name: 'LOGIN' }).click();
  await expect(page).toHaveURL('/login');
});

test('[HEAD-02] desktop: search, Upload Video and a drop-down menu', async ({ browser, baseURL }) => {
  const person = await registerByApi(baseURL, newPerson('Odalie'));
  const page = await signedInPage(browser, baseURL, person);
  await page.goto('/info');
  const bar = page.getByRole('banner');
  await expect(bar.getByPlaceholder('Search users by name')).toBeVisible();
  await bar.getByRole('button', { name: 'Upload Video' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload Video Here!' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openMenu(page);
  await expect(page.getByRole('menuitem')).toHaveText(ENTRIES);
  await expectGoodScreen(page, 'desktop');
  await page.keyboard.press('Escape');
  for (const [entry, address] of [
    ['My Connections', `/user/${person.user.id}/connections`],
    ['Manage Library', '/manageLibrary'],
    ['Kinreel', '/about'],
  ] as const) {
    await openMenu(page);
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});

test('[HEAD-02][HEAD-03] phone: search in a drawer from the top, menu in a drawer from the right', async ({
  browser,
  baseURL,
}) => {
  const name = rareName();
  const [mine, other] = await Promise.all([
    registerByApi(baseURL, newPerson('Odalie')),
    registerByApi(baseURL, newPerson('Corvin', name)),
  ]);
  const page = await signedInPage(browser, baseURL, mine, { viewport: PHONE, hasTouch: true, reducedMotion: 'reduce' });
  await page.goto('/info');
  await expect(searchBox(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Upload Video' })).toBeVisible();

  await openMenu(page);
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('menuitem')).toHaveText(ENTRIES);
  await expectGoodScreen(page, 'phone');
  const place = await drawer.boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeCloseTo(PHONE.width, 0);
  expect(place?.x).toBeGreaterThan(20);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);

  await page.getByRole('button', { name: 'Search users by name' }).click();
  const search = page.getByRole('dialog', { name: 'Search users by name' });
  expect((await search.boundingBox())?.y).toBeCloseTo(0, 0);
  await expect(searchBox(page)).toBeFocused();
  await searchBox(page).fill(name);
  await expect(search.getByRole('option', { name: `Corvin ${name}` })).toBeVisible();
  await expectGoodScreen(page, 'phone');
  await search.getByRole('option', { name: `Corvin ${name}` }).click();
  await expect(page).toHaveURL(`/user/${other.user.id}/videos`);
  await expect(search).toHaveCount(0);
  const width = () => page.evaluate(() => document.scrollingElement?.scrollWidth);
  expect(await width()).toBeLessThanOrEqual(PHONE.width);
  // With text of 200 %.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await width()).toBeLessThanOrEqual(PHONE.width);
});

test('[HEAD-03][STATE-07][ERR-02] search while typing works with the keyboard only, never finds the searching person, and shows loading, no results and errors', async ({
  browser,
  baseURL,
}) => {
  const name = rareName();
  const [mine, corvin] = await Promise.all([
    registerByApi(baseURL, newPerson('Odalie', name)),
    registerByApi(baseURL, newPerson('Corvin', name)),
    registerByApi(baseURL, newPerson('Ismene', name)),
  ]);
  const page = await signedInPage(browser, baseURL, mine);
  await page.goto('/info');
  await expect(page.getByRole('heading', { name: 'Info Page' })).toBeVisible();
  const answer = await holdCalls(page, '**/api/search?**', 'abort');
  await searchBox(page).fill(name);
  await expect(page.getByText('Searching …')).toBeVisible();
  answer();
  await expect(page.getByRole('banner').getByText("We can't reach Kinreel.")).not.toHaveCount(0);
  await expectGoodScreen(page, 'desktop');
  await page.unroute('**/api/search?**');
  await page.getByRole('banner').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('option', { name: `Corvin ${name}` })).toBeVisible();
  await searchBox(page).fill(`${name}zz`);
  await expect(page.getByText(`No one found for “${name}zz”.`)).toBeVisible();
  await searchBox(page).fill('');
  await searchBox(page).blur();

  await tabTo(page, searchBox(page));
  await page.keyboard.type(name.slice(0, -1));
  const options = page.getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(options.first()).toContainText(`Corvin ${name}`);
  await expect(options.first()).toContainText('Duluth');
  await expect(options.filter({ hasText: 'Odalie' })).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '2 people found' })).toBeAttached();
  await expectGoodScreen(page, 'desktop');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveClass(/Mui-focused/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/user/${corvin.user.id}/videos`);
  await expect(page.getByRole('heading', { name: `Corvin ${name}` })).toBeFocused();
  await expect(searchBox(page)).toHaveValue('');
});

test('[HEAD-04] Log Out removes the token and loaded data and ends the provider’s session', async ({
  page,
  baseURL,
}) => {
  const person = newPerson('Odalie');
  const { user } = await registerByApi(baseURL, person);
  const { identity } = (await (await fetch(`${baseURL}/config.json`)).json()) as PublicConfig;
  /** Requests a token silently from the provider. */
  const askSilently = () =>
    page.evaluate(async ({ domain, query }) => (await fetch(`${domain}/authorize?${query}`)).text(), {
      domain: identity.domain,
      query: new URLSearchParams({
        client_id: identity.clientId,
        audience: identity.audience,
        redirect_uri: `${baseURL}/landingpage`,
        response_type: 'token',
        response_mode: 'web_message',
        prompt: 'none',
        scope: 'openid',
        state: 'asked-by-the-test',
      }).toString(),
    });
  await page.goto('/manageLibrary');
  await login(page, person);
  await expect(page.getByRole('heading', { name: 'Manage Library' })).toBeVisible();
  await goWithin(page, `/user/${user.id}/videos`);
  await expect(page.getByRole('heading', { name: 'Odalie Fennick' })).toBeVisible();
  expect(await askSilently()).toContain('access_token');

  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(`${baseURL}/login`);
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeFocused();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  // The first day of use belongs to the device (home-screen.ts).
  expect(await page.evaluate(() => [Object.keys(localStorage), sessionStorage.length])).toEqual([
    ['kinreel.firstDay'],
    0,
  ]);
  expect(await askSilently()).toContain('login_required');
  // The Back button shows no personal data.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByText('Odalie')).toHaveCount(0);
});

test('[ROUTE-13][ERR-02] Change Password sends a mail to the person’s address and shows that address, with the keyboard', async ({
  browser,
  baseURL,
  kinreel,
}) => {
  const person = await registerByApi(baseURL, newPerson('Odalie'));
  const page = await signedInPage(browser, baseURL, person);
  await page.goto('/info');
  await page.route('**/dbconnections/change_password', (route) => route.abort());
  const notices = page.getByRole('region', { name: 'Notices' });
  await tabTo(page, page.getByRole('button', { name: 'Menu' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'My Connections' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Change Password' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(notices).toContainText('Oops! Something went wrong! Is the server running?');
  await notices.getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/dbconnections/change_password');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await expect(notices).toContainText('Check your inbox for a link to reset your password.');
  await expect(page).toHaveURL('/info');
  await page.goto(await resetLink(kinreel, person.user.email));
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
});
