import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prompt, UnfinishedUpload } from '@kinreel/contracts';
import { DEFAULT_MAX_VIDEO_BYTES } from '@kinreel/contracts/constants';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { type ApiPerson, call, ownVideos, registerByApi } from './support/api.ts';
import { launchOptions } from './support/browser.ts';
import { slowConnection, startConnectionProxy } from './support/connection-proxy.ts';
import { withDatabase } from './support/database.ts';
import type { Kinreel } from './support/kinreel.ts';
import { browserWebm, longWayMp4 } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage, tabTo } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Uploads on a bad connection, and after a page, a tab or a server has ended (UP-04). */

const FIRST_JOB = 'What was your first job?';
const WAITING = 'Connection lost. Upload resumes automatically.';

/** Bytes per second at which a large video takes a while and progress is visible soon. */
const SLOW = 1_500_000;
/** Bytes per second at which nothing changes while a screen is checked. */
const VERY_SLOW = 30_000;
/** Bytes that may be sent again after an interruption, because they were in transit. */
const IN_TRANSIT = 3_000_000;

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Video Here!' });
const input = (page: Page) => page.locator('input[type=file]');
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const ring = (page: Page) => dialog(page).getByRole('progressbar', { name: 'Upload' });
const badge = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Open upload$/ });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });

/** Chooses a prompt and a large video. */
async function beginUpload(page: Page, path = longWayMp4()): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Upload Video' }).click();
  await dialog(page).getByRole('radio', { name: FIRST_JOB }).check();
  await input(page).setInputFiles(path);
}

const unfinished = ({ origin }: Kinreel, person: ApiPerson) =>
  call<UnfinishedUpload[]>(origin, person, 'GET', '/api/uploads');

/** Offset of the only unfinished upload on the server; undefined if there is none. */
async function offsetOf(kinreel: Kinreel, person: ApiPerson): Promise<number> {
  return (await unfinished(kinreel, person))[0]?.offset ?? 0;
}

/** Waits until the screen shows this percentage. */
async function expectPercent(page: Page, least: number): Promise<void> {
  await expect
    .poll(async () => Number(await ring(page).getAttribute('aria-valuenow')), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(least);
}

/** Collects the offsets of all chunks that this page or context sends from now on. */
function watchChunks(sender: Page | BrowserContext): number[] {
  const begins: number[] = [];
  sender.on('request', (request: Request) => {
    if (request.method() === 'PATCH') begins.push(Number(request.headers()['upload-offset']));
  });
  return begins;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Expects that the upload was published and the stored original is identical to the file. */
async function expectWhole(kinreel: Kinreel, person: ApiPerson, path = longWayMp4()): Promise<void> {
  await expect.poll(async () => (await ownVideos(kinreel.origin, person)).length, { timeout: 60_000 }).toBe(1);
  const [video] = await ownVideos(kinreel.origin, person);
  expect(video?.prompt).toBe(FIRST_JOB);
  const original = await fetch(`${kinreel.origin}${video?.original_url}`, { headers: person.headers });
  expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(sha256(readFileSync(path)));
  expect(await unfinished(kinreel, person)).toEqual([]);
}

/** Number of files that this browser stores for uploads. */
function savedFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'kinreel-uploads')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('kinreel-uploads');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const database = opening.result;
        const counting = database.transaction('files').objectStore('files').count();
        counting.onsuccess = () => {
          database.close();
          resolve(counting.result);
        };
      };
    });
  });
}

test.describe('resumable uploads', () => {
  let person: ApiPerson;
  let page: Page;

  test.beforeEach(async ({ browser, kinreel }) => {
    person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    page = await signedInPage(browser, kinreel.origin, person);
    await page.goto(`/user/${person.user.id}/videos`);
  });
  test.afterEach(() => page.context().close());

  test('[UP-04] shows percentage, speed and time left; pause, resume and cancel work with the keyboard only; a paused upload is still paused after a reload', async ({
    kinreel,
  }) => {
    const connection = await slowConnection(page, SLOW);
    await beginUpload(page);
    await expectPercent(page, 8);
    await expect(dialog(page)).toContainText(/Sent[\d.]+ of \d+ MB/);
    await expect(dialog(page)).toContainText(/Speed[\d.]+ [KM]B\/s/);
    await expect(dialog(page)).toContainText(/Time left\d+ (s|min)/);
    await connection.speed(VERY_SLOW);
    await expectGoodScreen(page);

    await tabTo(page, button(page, 'Pause'));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Paused. Press Resume to continue where you stopped.')).toBeVisible();
    await expect(button(page, 'Resume')).toBeFocused();
    // A paused upload sends nothing.
    const before = await offsetOf(kinreel, person);
    expect(before).toBeGreaterThan(0);
    const chunks = watchChunks(page);
    await connection.speed(SLOW);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(badge(page)).toHaveAccessibleName(/^Upload paused at \d+%. Open upload$/);
    await expect.poll(() => savedFiles(page)).toBe(1);
    await page.reload();
    await expect(badge(page)).toHaveAccessibleName(/^Upload paused at [1-9]\d*%. Open upload$/);
    expect(await offsetOf(kinreel, person)).toBe(before);
    expect(chunks).toEqual([]);
    await badge(page).click();
    await expect(button(page, 'Resume')).toBeVisible();

    await tabTo(page, button(page, 'Resume'));
    await page.keyboard.press('Enter');
    await expect(button(page, 'Pause')).toBeFocused();
    await expect.poll(() => offsetOf(kinreel, person)).toBeGreaterThan(before);
    expect(chunks[0]).toBe(before);

    await tabTo(page, button(page, 'Cancel'));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Stop this upload?' });
    await expect(question).toHaveAccessibleDescription(/Your video stays on your device/);
    await tabTo(page, question.getByRole('button', { name: 'Stop' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('Click or Drag 1 Video Here')).toBeVisible();
    await expect(dialog(page).getByRole('radio', { name: FIRST_JOB })).toBeChecked();
    await expect.poll(() => unfinished(kinreel, person)).toEqual([]);
    await expect.poll(() => savedFiles(page)).toBe(0);
  });

  test('[UP-04] after each of three lost connections the screen says so, and the upload resumes automatically and completes', async ({
    browser,
    kinreel,
  }) => {
    test.setTimeout(240_000);
    const proxy = await startConnectionProxy(kinreel.origin);
    const far = await signedInPage(browser, proxy.origin, person);
    try {
      await far.goto(`/user/${person.user.id}/videos`);
      const chunks = watchChunks(far);
      await proxy.speed(SLOW);
      await beginUpload(far);
      for (const least of [15, 35, 55]) {
        await expectPercent(far, least);
        proxy.disconnect();
        await expect(dialog(far).getByText(WAITING)).toBeVisible();
        if (least === 15) await expectGoodScreen(far);
        const arrived = await offsetOf(kinreel, person);
        expect(arrived).toBeGreaterThan(0);
        const sent = chunks.length;
        proxy.reconnect();
        await expect(dialog(far).getByText(WAITING)).toHaveCount(0, { timeout: 40_000 });
        await expect.poll(() => chunks.length, { timeout: 30_000 }).toBeGreaterThan(sent);
        // It resumes at the server's offset and sends no stored byte again.
        expect(chunks[sent]).toBe(arrived);
      }
      await proxy.speed();
      await expect(notices(far)).toContainText('Successful Upload', { timeout: 60_000 });
      await expectWhole(kinreel, person);
    } finally {
      await far.context().close();
      await proxy.close();
    }
  });

  test('[UP-04] after a reload it resumes automatically at the same offset, with its prompt', {
    tag: '@core',
  }, async ({ kinreel }) => {
    const questions: string[] = [];
    page.on('dialog', (question) => {
      questions.push(question.type());
      void question.accept();
    });
    const connection = await slowConnection(page, SLOW);
    await beginUpload(page);
    await expectPercent(page, 30);
    await expect.poll(() => savedFiles(page)).toBe(1);
    const before = await offsetOf(kinreel, person);
    const chunks = watchChunks(page);
    await page.reload();
    await expect(badge(page)).toHaveAccessibleName(/^Uploading: \d+%. Open upload$/);
    await expect.poll(() => chunks.length).toBeGreaterThan(0);
    expect(chunks[0]).toBeGreaterThanOrEqual(before - IN_TRANSIT);
    expect(chunks[0]).toBeGreaterThan(0);
    await connection.speed(VERY_SLOW);
    await badge(page).click();
    await expect(dialog(page).getByText(FIRST_JOB)).toBeVisible();
    await expect(dialog(page).getByText('The upload has resumed. You can close this window.')).toBeVisible();
    expect(Number(await ring(page).getAttribute('aria-valuenow'))).toBeGreaterThanOrEqual(20);
    await connection.speed();
    await expect(notices(page)).toContainText('Successful Upload', { timeout: 60_000 });
    await expectWhole(kinreel, person);
    // No question was asked, and the browser stores nothing more.
    expect(questions).toEqual([]);
    await expect.poll(() => savedFiles(page)).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('kinreel.uploads'))).toBeNull();
  });

  test('[UP-04] with two tabs, one uploads and the other takes over when the first is closed', async ({ kinreel }) => {
    const connection = await slowConnection(page, SLOW);
    await beginUpload(page);
    await expectPercent(page, 10);
    await expect.poll(() => savedFiles(page)).toBe(1);
    await connection.speed(VERY_SLOW);

    const other = await page.context().newPage();
    const chunks = watchChunks(other);
    await other.goto(`/user/${person.user.id}/uploads`);
    const row = other.getByRole('article', { name: FIRST_JOB });
    await expect(row).toContainText('Uploading in another tab of this browser.');
    await expect(row.getByRole('button')).toHaveCount(0);
    expect(chunks).toEqual([]);
    const before = await offsetOf(kinreel, person);

    // The limit belongs to a page: without one, this page would finish before its upload is visible.
    const taken = await slowConnection(other, SLOW);
    await page.close();
    await expect(badge(other)).toHaveAccessibleName(/^Uploading: \d+%. Open upload$/);
    await taken.speed();
    await expect(notices(other)).toContainText('Successful Upload', { timeout: 60_000 });
    expect(chunks[0]).toBeGreaterThanOrEqual(before);
    await expectWhole(kinreel, person);
    page = other;
  });

  test('[UP-04][PROF-07] Uploads lists an upload from another device, to resume or to discard', async ({ kinreel }) => {
    const size = readFileSync(longWayMp4()).length;
    const begin = async (name: string, prompt: string) => {
      const metadata = `filename ${Buffer.from(name).toString('base64')},prompt ${Buffer.from(prompt).toString('base64')}`;
      const tus = { 'tus-resumable': '1.0.0', ...person.headers };
      const created = await fetch(`${kinreel.origin}/files`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata },
      });
      expect(created.status).toBe(201);
      const sent = await fetch(kinreel.origin + created.headers.get('location'), {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        body: readFileSync(longWayMp4()).subarray(0, 10_000_000),
      });
      expect(sent.status).toBe(204);
    };
    const prompts = await call<Prompt[]>(kinreel.origin, person, 'GET', '/api/prompt');
    const firstJob = prompts.find(({ prompt }) => prompt === FIRST_JOB)?.id;
    await begin('long-way.mp4', String(firstJob));
    await begin('party.mp4', '2');
    await page.goto(`/user/${person.user.id}/uploads`);
    const rows = page.getByRole('region', { name: 'Uploads' }).getByRole('article');
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'party.mp4' })).toContainText(/Stopped. 10 of \d+ MB uploaded./);

    await rows
      .filter({ hasText: 'party.mp4' })
      .getByRole('button', { name: /^Discard/ })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Discard this upload?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(rows).toHaveCount(1);
    expect(await unfinished(kinreel, person)).toMatchObject([{ file_name: 'long-way.mp4' }]);

    const chunks = watchChunks(page);
    await rows.getByRole('button', { name: /^Resume/ }).click();
    await expect(dialog(page).getByText('Choose long-way.mp4 again')).toBeVisible();
    // A different video is not accepted.
    await input(page).setInputFiles(browserWebm());
    await expect(dialog(page).getByRole('alert')).toContainText('browser.webm is a different video.');
    expect(chunks).toEqual([]);
    await expectGoodScreen(page);
    await input(page).setInputFiles(longWayMp4());
    await expect(notices(page)).toContainText('Successful Upload', { timeout: 60_000 });
    expect(chunks[0]).toBe(10_000_000);
    await expectWhole(kinreel, person);
  });

  test('[UP-04][HEAD-04] logging out stops the upload and deletes it from the browser; the next person does not see it', async ({
    kinreel,
  }) => {
    await slowConnection(page, SLOW);
    await beginUpload(page);
    await expectPercent(page, 10);
    await expect.poll(() => savedFiles(page)).toBe(1);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('kinreel.uploads'))).toBeNull();
    await expect.poll(() => savedFiles(page)).toBe(0);

    const tavi = await registerByApi(kinreel.origin, newPerson('Tavi'));
    const chunks = watchChunks(page);
    await page.evaluate((token) => localStorage.setItem('accessToken', token), tavi.token);
    await page.goto(`/user/${tavi.user.id}/uploads`);
    await expect(page.getByText('All your videos are ready')).toBeVisible();
    await expect(badge(page)).toHaveCount(0);
    expect(chunks).toEqual([]);
  });

  test('[UP-07] if the file was changed during the upload, it must be chosen again', async ({ kinreel }) => {
    const path = join(mkdtempSync(join(tmpdir(), 'kinreel-e2e-')), 'story.mp4');
    copyFileSync(longWayMp4(), path);
    const connection = await slowConnection(page, SLOW);
    await page.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: 0, usage: 0 });
    });
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Upload Video' }).click();
    await dialog(page).getByRole('radio', { name: FIRST_JOB }).check();
    await input(page).setInputFiles(path);
    await expectPercent(page, 5);
    copyFileSync(browserWebm(), path);
    await expect(dialog(page).getByText('Choose story.mp4 again')).toBeVisible({ timeout: 60_000 });
    copyFileSync(longWayMp4(), path);
    await connection.speed();
    await input(page).setInputFiles(path);
    await expect(notices(page)).toContainText('Successful Upload', { timeout: 60_000 });
    await expectWhole(kinreel, person);
  });
});

test('[UP-04] the browser has a copy: after a restart the upload resumes even if the file was moved', async ({
  kinreel,
  playwright,
}) => {
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const folder = mkdtempSync(join(tmpdir(), 'kinreel-e2e-'));
  const path = join(folder, 'long-way.mp4');
  copyFileSync(longWayMp4(), path);
  // A browser with a profile on disk, like a person's own.
  const open = async () => {
    const context = await playwright.chromium.launchPersistentContext(join(folder, 'profile'), {
      ...launchOptions,
      baseURL: kinreel.origin,
    });
    await context.addInitScript((token) => localStorage.setItem('accessToken', token), person.token);
    return context;
  };
  const first = await open();
  const page = await first.newPage();
  await page.goto(`/user/${person.user.id}/videos`);
  await slowConnection(page, SLOW);
  await beginUpload(page, path);
  await expectPercent(page, 30);
  await expect.poll(() => savedFiles(page)).toBe(1);
  await first.close();
  rmSync(path);
  const before = await offsetOf(kinreel, person);
  expect(before).toBeGreaterThan(0);

  const second = await open();
  const again = await second.newPage();
  const chunks = watchChunks(again);
  await again.goto(`/user/${person.user.id}/videos`);
  await expect(notices(again)).toContainText('Successful Upload', { timeout: 60_000 });
  // The server may have stored bytes that were in transit when the browser was closed.
  expect(chunks[0]).toBeGreaterThanOrEqual(before);
  await expectWhole(kinreel, person);
  await second.close();
  rmSync(folder, { recursive: true });
});

test('[UP-02][UP-07] a file that is too large or exceeds the quota is rejected before any byte is sent', async ({
  browser,
  kinreel,
}) => {
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const quota = readFileSync(longWayMp4()).length - 1;
  await withDatabase(kinreel, (database) =>
    database.query('update users set quota_bytes = $2 where id = $1', [person.user.id, quota]),
  );
  const page = await signedInPage(browser, kinreel.origin, person);
  await page.goto(`/user/${person.user.id}/videos`);
  const chunks = watchChunks(page);
  await beginUpload(page);
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toContainText('is full. Please delete a video you no longer need');
  await expect(alert).toContainText('Your video and your question are still here.');
  await expectGoodScreen(page);
  expect(chunks).toEqual([]);

  await button(page, 'Choose another video').click();
  await input(page).evaluate((element: HTMLInputElement, size) => {
    // A file of equal parts needs the memory of one part.
    const part = new Blob([new Uint8Array(2 ** 24)]);
    const transfer = new DataTransfer();
    transfer.items.add(new File(Array(Math.ceil(size / part.size)).fill(part), 'film.mp4', { type: 'video/mp4' }));
    element.files = transfer.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, DEFAULT_MAX_VIDEO_BYTES + 1);
  await expect(alert).toContainText(/This video is too large. Please choose one under [\d.]+ GB/);
  expect(chunks).toEqual([]);
  await page.context().close();
});
