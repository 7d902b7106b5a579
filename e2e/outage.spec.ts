import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type ApiPerson, connect, registerByApi } from './support/api.ts';
import { type Kinreel, startKinreel } from './support/kinreel.ts';
import { login, newPerson, type Person } from './support/people.ts';
import { goWithin, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

// A separate Kinreel: one test stops it, another one replaces a file of the web app.
test.describe.configure({ mode: 'default' });
/** A copy of the project with its own files, and the folder of its built web app. */
let root: string;
let webDir: string;
let own: Kinreel;

test.beforeAll(async () => {
  const project = join(import.meta.dirname, '..');
  root = await mkdtemp(join(tmpdir(), 'kinreel-copy-'));
  webDir = join(root, 'apps/web/dist');
  await mkdir(join(root, 'apps'));
  for (const part of ['apps/server', 'apps/web/dist']) {
    await cp(join(project, part), join(root, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  own = await startKinreel({}, { checkout: root });
});

test.afterAll(async () => {
  await own?.remove();
  await rm(root, { recursive: true, force: true });
});

/** Login attempts with a wrong password that one address may make in 15 minutes. */
const ALLOWED_ATTEMPTS = 10;

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first();
const lineNotice = (page: Page) => page.locator('[role=status]', { hasText: "We can't reach Kinreel right now" });

/** File names of all scripts in the build. */
async function allScripts(origin: string): Promise<string[]> {
  const names = new Set<string>();
  const read = async (address: string): Promise<void> => {
    const text = await (await fetch(origin + address)).text();
    for (const [name] of text.matchAll(/[\w.-]+-[\w-]{8}\.js/g)) {
      if (names.has(name)) continue;
      names.add(name);
      await read(`/assets/${name}`);
    }
  };
  await read('/');
  return [...names];
}

/** A screen that loads data, one of each kind, with its texts during an outage and after it. */
interface Screen {
  name: string;
  path: (me: ApiPerson, other: ApiPerson) => string;
  /** Opens the screen on its page. */
  open?: (page: Page) => Promise<unknown>;
  says: string;
  shows: (page: Page) => ReturnType<Page['getByText']>;
}

const SCREENS: readonly Screen[] = [
  {
    name: 'own videos',
    path: (me) => `/user/${me.user.id}/videos`,
    says: "We couldn't load your videos",
    shows: (page) => page.getByRole('article').first(),
  },
  {
    name: 'uploads',
    path: (me) => `/user/${me.user.id}/uploads`,
    says: "We couldn't load your uploads",
    shows: (page) => page.getByText('All your videos are ready'),
  },
  {
    name: 'connections',
    path: (me) => `/user/${me.user.id}/connections`,
    says: "We couldn't load your connections",
    shows: (page) => page.getByText('Corvin Ashgrove'),
  },
  {
    name: 'another’s profile',
    path: (_me, other) => `/user/${other.user.id}/videos`,
    says: "We couldn't load this page",
    shows: (page) => page.getByRole('heading', { name: 'Corvin Ashgrove' }),
  },
  {
    name: 'prompts',
    path: () => '/videoUploadPage',
    says: "We couldn't load the questions",
    shows: (page) => page.getByRole('radio').first(),
  },
  {
    name: 'notifications',
    path: () => '/info',
    open: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    says: "We couldn't load your notifications",
    shows: (page) => page.getByText('Corvin Ashgrove').first(),
  },
];

async function family(): Promise<{ account: Person; me: ApiPerson; other: ApiPerson }> {
  const account = newPerson('Odalie');
  const me = await registerByApi(own.origin, account);
  const other = await registerByApi(own.origin, newPerson('Corvin', 'Ashgrove'));
  await connect(own.origin, me, other);
  await storedVideos(own, me, [{ prompt: 2 }]);
  return { account, me, other };
}

/** Caches all scripts in the browser, so that only data is missing while the server is down. */
async function cacheScripts(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/info');
  await page.evaluate((names) => Promise.all(names.map((name) => import(`/assets/${name}`))), await allScripts(origin));
  await page.close();
}

/** Opens a tab for the same person, marked so that a reload can be detected. */
async function newTab(context: BrowserContext, path: string, ready: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await ready(page);
  await page.evaluate(() => Object.assign(window, { unchanged: true }));
  return page;
}

/** Waits until the service worker controls the page. */
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 60_000 });

/** Paths of all personal data that is cached on the device. */
const savedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('personal')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

const wasNeverReloaded = (page: Page) => page.evaluate(() => 'unchanged' in window);

test('[ERR-02][LOGIN-07][LOGIN-08][LOGIN-11][HEAD-04] while the server is down, screens show an error and the app opens with the last data; when it is back, they recover without a reload; logging out deletes the cached data', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { me, other, account } = await family();
  const first = await signedInPage(browser, own.origin, me);
  const context = first.context();
  const info = (page: Page) => expect(page.getByRole('heading', { name: 'Info Page' })).toBeVisible();

  const lists: { screen: Screen; page: Page }[] = [];
  await cacheScripts(context, own.origin);
  for (const screen of SCREENS) lists.push({ screen, page: await newTab(context, '/info', info) });
  const edit = await newTab(context, `/user/${me.user.id}/edit`, (page) =>
    expect(page.getByLabel('About me')).toBeVisible(),
  );
  const share = await newTab(context, `/user/${me.user.id}/videos`, (page) =>
    expect(page.getByRole('button', { name: /^Share:/ })).toBeVisible(),
  );
  const visitor = await (await browser.newContext({ baseURL: own.origin })).newPage();
  await visitor.goto('/login');
  // The form still works after too many attempts.
  for (let guess = 0; guess <= ALLOWED_ATTEMPTS; guess += 1) {
    await login(visitor, { ...account, password: `Wrong-horse-${guess}` });
    await expect(visitor.getByRole('alert')).toContainText('Error!');
    await expect(visitor.getByRole('button', { name: 'LOGIN' })).toBeDisabled();
  }
  await expect(alert(visitor, 'Too many attempts. Please wait a few minutes and try again.')).toBeVisible();

  // Another device still has the cached data.
  const keeper = newPerson('Ismene');
  const { user } = await registerByApi(own.origin, keeper);
  const kept = await (await browser.newContext({ baseURL: own.origin, serviceWorkers: 'allow' })).newPage();
  await kept.goto('/login');
  await controlled(kept);
  await login(kept, keeper);
  const name = kept.getByRole('heading', { name: 'Ismene Fennick' });
  const question = kept.getByRole('button', { name: 'Choose another question' });
  await expect(name).toBeVisible();
  await expect(question).toBeVisible();
  await expect.poll(() => savedPaths(kept)).toContain('/api/video/userVideos');

  await own.stop();

  await kept.reload();
  await expect(name).toBeVisible();
  await expect(question).toBeVisible();
  const offline = kept.getByText("We can't reach Kinreel right now.");
  await expect(offline).toBeVisible();

  for (const { screen, page } of lists) {
    await goWithin(page, screen.path(me, other));
    await screen.open?.(page);
  }
  for (const { screen, page } of lists) {
    await expect(alert(page, screen.says), screen.name).toBeVisible();
    await expect(alert(page, screen.says).getByRole('button', { name: 'Retry' }), screen.name).toBeVisible();
    await expect(lineNotice(page), screen.name).toBeAttached();
  }
  // Entered and selected values are kept.
  await edit.getByLabel('About me').fill('I mend clocks.');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(alert(edit, "We can't reach Kinreel")).toBeVisible();
  await expect(edit.getByLabel('About me')).toHaveValue('I mend clocks.');
  await share.getByRole('button', { name: /^Share:/ }).click();
  await share.getByRole('button', { name: 'Give me a link' }).click();
  const shareProblems = ["We couldn't load your people", "We couldn't create the link"];
  for (const problem of shareProblems) await expect(alert(share, problem)).toBeVisible();
  await login(visitor, { ...account, email: 'odalie@example.org' });
  await expect(alert(visitor, 'Is the server running?')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'LOGIN' })).toBeEnabled();
  await expect(visitor.getByLabel('Email Address')).toHaveValue('odalie@example.org');

  await own.start();

  // They recover automatically; "Try again" is only faster.
  const tryNow = lineNotice(lists[0]?.page ?? first).getByRole('button', { name: 'Try again' });
  await tryNow.click({ timeout: 3000 }).catch(() => null);
  for (const { screen, page } of lists) {
    await expect(screen.shows(page), screen.name).toBeVisible({ timeout: 40_000 });
    await expect(alert(page, screen.says), screen.name).toHaveCount(0);
    await expect(lineNotice(page), screen.name).toHaveCount(0);
  }
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Your profile is saved')).toBeVisible();
  await expect(alert(share, "We couldn't load your people")).toHaveCount(0, { timeout: 40_000 });
  await alert(share, "We couldn't create the link").getByRole('button', { name: 'Retry' }).click();
  await expect(share.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await visitor.getByRole('button', { name: 'LOGIN' }).click();
  await expect(alert(visitor, 'Wrong email or password')).toBeVisible();
  for (const page of [...lists.map((one) => one.page), edit, share]) {
    expect(await wasNeverReloaded(page), page.url()).toBe(true);
  }

  await expect(offline).toBeHidden();
  await kept.getByRole('button', { name: 'Menu' }).click();
  await kept.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(kept.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await savedPaths(kept)).toEqual([]);
  await kept.goto(`/user/${user.id}/videos`);
  await expect(kept.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await savedPaths(kept)).toEqual([]);
});

/**
 * Removes the library's script, as a new release would: until the page is reloaded, or permanently.
 * @returns counters of what has happened since
 */
async function withoutLibrary(
  page: Page,
  until: 'the next load' | 'ever',
): Promise<{ refused: number; loads: number }> {
  const seen = { refused: 0, loads: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.loads += 1;
  });
  await page.route('**/assets/manage-library-page-*', (route) => {
    if (until === 'the next load' && seen.loads > 0) return route.continue();
    seen.refused += 1;
    return route.fulfill({ status: 404, body: '' });
  });
  return seen;
}

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Manage Library' }).click();
}

test('a page from before a release reloads once, and asks first if text would be lost; if that does not help, it shows an error and other pages still work', async ({
  browser,
}) => {
  const { me } = await family();
  const page = await signedInPage(browser, own.origin, me);
  await page.goto('/info');
  await withoutLibrary(page, 'the next load');
  await openLibrary(page);
  await expect(page).toHaveURL('/manageLibrary');
  await expect(page.getByRole('article')).toHaveCount(1);

  // A new context has its own cache: the first page has already cached the script.
  const writing = await signedInPage(browser, own.origin, me);
  await writing.goto(`/user/${me.user.id}/edit`);
  await writing.getByLabel('About me').fill('I mend clocks.');
  const seen = await withoutLibrary(writing, 'the next load');
  await openLibrary(writing);
  const notice = writing.getByRole('status').filter({ hasText: 'A new version is available.' });
  await expect
    .poll(async () => ({ isRefused: seen.refused > 0, loads: seen.loads, asks: await notice.isVisible() }))
    .toEqual({ isRefused: true, loads: 0, asks: true });
  await expect(writing.getByLabel('About me')).toHaveValue('I mend clocks.');
  await writing.getByRole('button', { name: 'Save' }).click();
  await expect(writing.getByText('Your profile is saved')).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(writing.getByRole('article')).toHaveCount(1);

  const broken = await signedInPage(browser, own.origin, me);
  await broken.goto('/info');
  const without = await withoutLibrary(broken, 'ever');
  await openLibrary(broken);
  await expect(broken.getByRole('heading', { name: "We couldn't show this page" })).toBeVisible();
  expect(without.loads).toBe(1);
  await broken.getByRole('button', { name: 'Menu' }).click();
  await broken.getByRole('menuitem', { name: 'My Connections' }).click();
  await expect(broken.getByText('Corvin Ashgrove')).toBeVisible();
});

test('a new version is activated only after the person agrees', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: own.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/about');
  await controlled(page);
  await Promise.all(['.gz', '.br'].map((ending) => rm(join(webDir, `service-worker.js${ending}`), { force: true })));
  await appendFile(join(webDir, 'service-worker.js'), '\n// another version\n');
  await page.reload();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const notice = page.getByText('A new version is available. Save your work, then reload.');
  await expect(notice).toBeVisible();
  const before = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => page.evaluate(() => performance.timeOrigin).catch(() => before)).not.toBe(before);
  await controlled(page);
  await expect(notice).toBeHidden();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();
});
