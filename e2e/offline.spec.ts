import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { registerByApi } from './support/api.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { login, newPerson } from './support/people.ts';
import { expect, test } from './support/test.ts';

// A Kinreel of its own: one test stops it, the other replaces a file of the web app.
test.describe.configure({ mode: 'default' });
let webDir: string;
let own: Kinreel;

test.beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'kinreel-web-'));
  await cp(join(import.meta.dirname, '../apps/web/dist'), webDir, { recursive: true });
  own = await startKinreel({ ...UNLIMITED, WEB_DIR: webDir });
});

test.afterAll(async () => {
  await own?.remove();
  await rm(webDir, { recursive: true, force: true });
});

/** Waits until the service worker controls the page. */
const controlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, { timeout: 60_000 });

/** Everything personal that is saved on the device, by path. */
const savedPaths = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open('personal')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });

test('[HEAD-04] the app opens without a connection with what was seen last; the log-out deletes it from the device', async ({
  browser,
}) => {
  const odalie = newPerson('Odalie');
  const { user } = await registerByApi(own.origin, odalie);
  const context = await browser.newContext({ baseURL: own.origin, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto('/login');
  await controlled(page);
  await login(page, odalie);
  const name = page.getByRole('heading', { name: 'Odalie Fennick' });
  const question = page.getByRole('button', { name: 'Choose another question' });
  await expect(name).toBeVisible();
  await expect(question).toBeVisible();
  await expect.poll(() => savedPaths(page)).toContain('/api/video/userVideos');

  await own.stop();
  await page.reload();
  await expect(name).toBeVisible();
  await expect(question).toBeVisible();
  const offline = page.getByText("We can't reach Kinreel right now.");
  await expect(offline).toBeVisible();
  await own.start();
  await expect(offline).toBeHidden({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await savedPaths(page)).toEqual([]);
  await page.goto(`/user/${user.id}/videos`);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  expect(await savedPaths(page)).toEqual([]);
});

test('a new version takes over only when the person agrees', async ({ browser }) => {
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
