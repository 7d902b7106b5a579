import type { Browser, Page } from '@playwright/test';
import { type ApiPerson, call, registerByApi } from './support/api.ts';
import type { Kinreel } from './support/kinreel.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

const FIRST_JOB = { prompt: 26, title: 'What was your first job?' };
const LOVE = { prompt: 18, title: 'How did you meet the love of your life?' };

type Line = [start: number, end: number, text: string];

const card = (page: Page, title = FIRST_JOB.title) => page.getByRole('article', { name: title, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Captions' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const lines = (page: Page) => dialog(page).getByRole('list', { name: 'Lines' }).getByRole('listitem');
const words = (page: Page) => dialog(page).getByLabel('What is said');
const urlOf = (id: string) => `/api/video/${id}/captions`;

/** Opens the library of a person with ready videos. */
async function teller(browser: Browser, kinreel: Kinreel, videos = [FIRST_JOB, LOVE]) {
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const ids = await storedVideos(kinreel, person, videos);
  const page = await signedInPage(browser, kinreel.origin, person);
  // The clip takes four seconds: on a busy machine the page would already be at the next video.
  await page.addInitScript(() => localStorage.setItem('kinreel.play-next', 'off'));
  return { person, page, ids };
}

async function openEditor(page: Page, path = '/manageLibrary'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` }).click();
  await expect(button(page, 'Add a line here')).toBeVisible();
}

const say = async (kinreel: Kinreel, person: ApiPerson, id: string, said: readonly Line[]) => {
  const { version } = await call<{ version: string | null }>(kinreel.origin, person, 'GET', urlOf(id));
  const cues = said.map(([start, end, text]) => ({ start, end, text }));
  await call(kinreel.origin, person, 'PUT', urlOf(id), { version, cues });
};
const saidIn = async (kinreel: Kinreel, person: ApiPerson, id: string): Promise<Line[]> =>
  (
    await call<{ cues: { start: number; end: number; text: string }[] }>(kinreel.origin, person, 'GET', urlOf(id))
  ).cues.map(({ start, end, text }) => [start, end, text]);

/** Seek in the editor's video. */
const seek = (page: Page, seconds: number) =>
  dialog(page)
    .locator('video')
    .evaluate(async (video: HTMLVideoElement, to) => {
      if (video.readyState === 0)
        await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve, { once: true }));
      const done = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
      video.currentTime = to;
      await done;
    }, seconds);

/** The captions over the editor's picture. */
const preview = (page: Page) =>
  dialog(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => Array.from(video.textTracks[0]?.cues ?? [], (cue) => (cue as VTTCue).text));

test('[ROUTE-12][VID-05] captions are edited with the mouse, previewed on the picture and saved; Manage Library finds them and opens the video at that position', async ({
  browser,
  kinreel,
}) => {
  const { person, page, ids } = await teller(browser, kinreel);
  const [id = '', love = ''] = ids;
  await say(kinreel, person, love, [[1, 2, 'انتقلنا إلى الميناء مع 美玲']]);
  await openEditor(page);
  await expect(dialog(page).getByRole('heading', { name: 'Let everyone follow your story' })).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();

  await button(page, 'Add a line here').click();
  await expect(words(page)).toBeFocused();
  await words(page).fill('We lived on a farm.');
  await seek(page, 2);
  await button(page, 'Add a line here').click();
  await words(page).fill('Then we moved to the harbour.');
  await expect.poll(() => preview(page)).toEqual(['We lived on a farm.', 'Then we moved to the harbour.']);
  await expect(dialog(page).getByText('Not saved yet')).toBeVisible();
  await expectGoodScreen(page);

  // Set the times of a line: a tenth of a second later, then the current position of the video.
  await button(page, 'Begins later').click();
  await seek(page, 3.5);
  await button(page, 'Ends now').click();
  await button(page, 'Split in two').click();
  await expect(lines(page)).toHaveCount(3);
  await button(page, 'Undo').click();
  await expect(lines(page)).toHaveCount(2);
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([
    [0, 2, 'We lived on a farm.'],
    [2.1, 3.5, 'Then we moved to the harbour.'],
  ]);

  // A click plays a line to its end and marks it.
  await lines(page).first().click();
  await button(page, 'Play this line').click();
  const video = dialog(page).locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused && one.currentTime >= 2)).toBe(true);
  await seek(page, 2.5);
  await expect(lines(page).nth(1).locator('[aria-current=true]')).toBeVisible();

  // Join, delete and undo.
  await button(page, 'Join with the next').click();
  await expect(words(page)).toHaveValue('We lived on a farm. Then we moved to the harbour.');
  await button(page, 'Delete this line').click();
  await expect(dialog(page).getByText('Line deleted.')).toBeVisible();
  await expect(button(page, 'Undo')).toBeFocused();
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expect(lines(page)).toHaveCount(2);
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  await button(page, 'Close').click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` })).toBeFocused();

  await page.getByLabel('Find a video').fill('harbour');
  await expect(page.getByRole('article')).toHaveCount(1);
  const hit = card(page).getByRole('link', { name: /^Play: Then we moved to the harbour\. at 0:02$/ });
  await expect(hit.locator('mark')).toHaveText('harbour');
  await expectGoodScreen(page);
  await hit.click();
  await expect(page).toHaveURL(/\/watch\/[0-9a-f-]{36}\?t=2\.1$/);
  const watched = page.locator('video');
  await expect.poll(() => watched.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThanOrEqual(2);
  // Back returns to the search results.
  await page.getByRole('link', { name: 'Back to Manage Library' }).first().click();
  await expect(page.getByLabel('Find a video')).toHaveValue('harbour');
  for (const text of ['الميناء', '美玲']) {
    await page.getByLabel('Find a video').fill(text);
    await expect(card(page, LOVE.title).locator('mark')).toHaveText(text);
    await expect(page.getByRole('article')).toHaveCount(1);
  }
  // If the search in captions fails, questions are still found.
  await page.route('**/api/captions/search*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByLabel('Find a video').fill('first job');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText("We couldn't search what is said in your videos.")).toBeVisible();
  await page.getByLabel('Find a video').fill('zebra');
  await expect(page.getByText('No videos found')).toBeVisible();
});
