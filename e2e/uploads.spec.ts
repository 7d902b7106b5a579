import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Video } from '@kinreel/contracts';
import { errors } from '@kinreel/messages/en/errors';
import type { Page } from '@playwright/test';
import { type ApiPerson, call, ownVideos, registerByApi } from './support/api.ts';
import { browserWebm } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage, tabTo } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const FIRST_JOB = 'What was your first job?';
const TUS = '**/files/**';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Video Here!' });
const dropArea = (page: Page) => page.locator('button', { hasText: 'Click or Drag 1 Video Here' });
const input = (page: Page) => page.locator('input[type=file]');
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const openUpload = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Upload Video' }).click();

const textFile = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ada, '.repeat(40)) };

test.describe('uploads', () => {
  let person: ApiPerson;
  let page: Page;

  test.beforeEach(async ({ browser, kinreel }) => {
    person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    page = await signedInPage(browser, kinreel.origin, person);
    await page.goto(`/user/${person.user.id}/videos`);
  });

  test('[UP-01][UP-02] only one video at a time is accepted, and only videos', async ({ kinreel }) => {
    await openUpload(page);
    await dialog(page).getByRole('radio', { name: FIRST_JOB }).check();
    const alert = dialog(page).getByRole('alert');

    // The browser rejects it, whether it is chosen or dragged.
    await input(page).setInputFiles(textFile);
    await expect(alert).toHaveText('Video files only');
    await expectGoodScreen(page);
    await drop(page, ['a.mp4', 'b.mp4']);
    await expect(alert).toHaveText('Please choose one video at a time.');
    expect(await ownVideos(kinreel.origin, person)).toEqual([]);

    // The name alone is not enough: the server checks the content.
    await input(page).setInputFiles({ ...textFile, name: 'letter.mp4', mimeType: 'video/mp4' });
    await expect(alert).toContainText('Video files only');
    await expect(alert).toContainText('Your video and your question are still here.');
    await dialog(page).getByRole('button', { name: 'Choose another video' }).click();
    await input(page).setInputFiles({ name: 'song.mp4', mimeType: 'video/mp4', buffer: soundOnly() });
    await expect(alert).toContainText('This file has sound but no video. Please choose another file.');
    expect(await ownVideos(kinreel.origin, person)).toEqual([]);

    // A video that is dropped here is accepted.
    await dialog(page).getByRole('button', { name: 'Choose another video' }).click();
    await drop(page, ['story.webm'], readFileSync(browserWebm()).toString('base64'));
    await expect(notices(page)).toContainText('Successful Upload');
  });

  test('[UP-03][UP-04] without a prompt the upload starts and the person is asked for one; Upload Video and a reload keep it', async ({
    kinreel,
  }) => {
    await openUpload(page);
    await input(page).setInputFiles(browserWebm());
    await expect(dialog(page).getByText('browser.webm')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await openUpload(page);
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toHaveText('Prompt RequiredPlease choose a Prompt before uploading');
    await page.reload();
    await openUpload(page);
    await expect(alert).toHaveText('Prompt RequiredPlease choose a Prompt before uploading');
    await expect(dialog(page).getByText('browser.webm')).toBeVisible();
    await expect(dialog(page).getByText('Uploaded. Now choose the question it answers.')).toBeVisible();
    await expectGoodScreen(page);
    expect(await ownVideos(kinreel.origin, person)).toEqual([]);
    // It is kept while the modal is closed; the badge opens it again.
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Your video needs a question, 100% uploaded. Open upload' }).click();
    await expect(alert).toHaveText('Prompt RequiredPlease choose a Prompt before uploading');
    await dialog(page).getByRole('radio', { name: FIRST_JOB }).click();
    await expect(notices(page)).toContainText('Successful Upload');
    expect(await ownVideos(kinreel.origin, person)).toMatchObject([{ prompt: FIRST_JOB }]);
    // A prompt alone does not start an upload.
    await openUpload(page);
    await dialog(page).getByRole('radio', { name: FIRST_JOB }).check();
    await expect(dialog(page).getByText('Click or Drag 1 Video Here')).toBeVisible();
    expect(await call(kinreel.origin, person, 'GET', '/api/uploads')).toEqual([]);
    expect(await ownVideos(kinreel.origin, person)).toHaveLength(1);
  });

  test('[UP-01][UP-05][UP-07] a prompt and a video are chosen with the keyboard only; a failed upload shows an error and keeps its video and prompt, also after the modal was closed; Retry works', async ({
    kinreel,
  }) => {
    const full = { code: 'storage.full', message: errors['storage.full'] };
    await page.route(TUS, (route) => route.fulfill({ status: 507, json: full }));
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Upload Video' }));
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await tabTo(page, dialog(page).getByRole('searchbox', { name: 'Find a question' }));
    await page.keyboard.type('first job');
    await tabTo(page, dialog(page).getByRole('radio', { name: FIRST_JOB }));
    await page.keyboard.press('Space');
    // Chromium needs a moment until it reports file choosers.
    const chooserOpened = page.waitForEvent('filechooser');
    await tabTo(page, dropArea(page));
    await page.keyboard.press('Enter');
    const chooser = await chooserOpened;
    expect(chooser.isMultiple()).toBe(false);
    await chooser.setFiles(browserWebm());
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText(full.message);
    await expect(alert).toContainText('Your video and your question are still here.');
    await expect(dialog(page).getByText(FIRST_JOB)).toBeVisible();
    await expect(dialog(page).getByText('browser.webm')).toBeVisible();
    await expectGoodScreen(page);

    // Another error has another text; after a server error the app retries several times first.
    await page.unroute(TUS);
    await page.route(TUS, (route) => route.fulfill({ status: 500, body: 'broken' }));
    await dialog(page).getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toContainText('Something went wrong. Please try again.', { timeout: 30_000 });
    await page.unroute(TUS);

    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Upload failed. Open upload' }).click();
    await dialog(page).getByRole('button', { name: 'Retry' }).click();
    await expect(notices(page)).toContainText('Successful Upload');
    expect(await ownVideos(kinreel.origin, person)).toMatchObject([{ prompt: FIRST_JOB }]);
  });

  test('[ROUTE-10][UP-05][VID-06] Add Video shows a success notice, then the person’s own videos; nobody else sees the new one', async ({
    kinreel,
  }) => {
    await goWithin(page, '/videoUploadPage');
    await expect(page.getByRole('heading', { level: 1, name: 'Add Video' })).toBeVisible();
    await expect(page.getByText('Click or Drag 1 Video Here')).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('radio', { name: FIRST_JOB }).check();
    await input(page).setInputFiles(browserWebm());
    await expect(notices(page)).toHaveText('Successful UploadVideo has been uploaded successfully');
    await expect(page).toHaveURL(`${kinreel.origin}/user/${person.user.id}/videos`);
    const card = page.getByRole('article', { name: FIRST_JOB });
    await expect(card.getByRole('button', { name: 'Permission: Invite-only' })).toBeVisible();
    expect(await ownVideos(kinreel.origin, person)).toMatchObject([{ permission: 'invite-only' }]);
    const stranger = await registerByApi(kinreel.origin, newPerson('Bram'));
    expect(await call<Video[]>(kinreel.origin, stranger, 'GET', `/api/video/user/${person.user.id}`)).toEqual([]);
    await expect(card.getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 60_000 });
  });
});

/** Drops files on the drop area, as with a mouse. */
async function drop(page: Page, names: string[], base64 = ''): Promise<void> {
  const data = await page.evaluateHandle(
    ([all, content]) => {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      for (const name of all) {
        transfer.items.add(new File([bytes], name, { type: `video/${name.split('.').at(-1)}` }));
      }
      return transfer;
    },
    [names, base64] as const,
  );
  await dropArea(page).dispatchEvent('drop', { dataTransfer: data });
}

/** An MP4 file with sound but no picture. */
function soundOnly(): Buffer {
  const path = join(tmpdir(), `kinreel-e2e-sound-${process.pid}.mp4`);
  const args = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1', '-c:a', 'aac', path];
  execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
  return readFileSync(path);
}
