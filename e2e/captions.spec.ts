import type { Browser, Page } from '@playwright/test';
import { type ApiPerson, call, registerByApi } from './support/api.ts';
import type { Kinreel } from './support/kinreel.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage, tabTo } from './support/screen.ts';
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
async function teller(browser: Browser, kinreel: Kinreel, videos = [FIRST_JOB]) {
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const ids = await storedVideos(kinreel, person, videos);
  const page = await signedInPage(browser, kinreel.origin, person);
  return { person, page, ids, id: ids[0] ?? '' };
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

test('[ROUTE-12] captions are written with the mouse, shown over the picture at once, and saved', {
  tag: '@core',
}, async ({ browser, kinreel }) => {
  const { person, page, id } = await teller(browser, kinreel);
  await openEditor(page);
  await expect(dialog(page).getByRole('heading', { name: 'Let everyone follow your story' })).toBeVisible();
  await expect(button(page, 'Save')).toBeDisabled();
  await expectGoodScreen(page);

  await button(page, 'Add a line here').click();
  await expect(words(page)).toBeFocused();
  await words(page).fill('We lived on a farm.');
  await seek(page, 2);
  await button(page, 'Add a line here').click();
  await words(page).fill('Then we moved to the harbour.');
  await expect.poll(() => preview(page)).toEqual(['We lived on a farm.', 'Then we moved to the harbour.']);
  await expect(dialog(page).getByText('Not saved yet')).toBeVisible();
  await expectGoodScreen(page);

  // Times of a line: a tenth of a second later, and the current position of the video.
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

  // A line is played to its end. The current one is marked.
  await lines(page).first().click();
  await button(page, 'Play this line').click();
  const video = dialog(page).locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.paused && one.currentTime >= 2)).toBe(true);
  await seek(page, 2.5);
  await expect(lines(page).nth(1).locator('[aria-current=true]')).toBeVisible();

  // Join, delete, undo.
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
});

test('[ROUTE-12] captions are written, corrected and saved by the keyboard alone', async ({ browser, kinreel }) => {
  const { person, page, id } = await teller(browser, kinreel);
  await page.goto(`/user/${person.user.id}/videos`);
  await expect(card(page)).toBeVisible();
  const { keyboard } = page;
  await tabTo(page, page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` }));
  await keyboard.press('Enter');
  await expect(button(page, 'Add a line here')).toBeVisible();
  await tabTo(page, button(page, 'Add a line here'));
  await keyboard.press('Enter');
  await keyboard.type('We lived on a ferm.');
  await tabTo(page, button(page, 'Begins later'));
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await tabTo(page, button(page, 'Save'));
  await keyboard.press('Enter');
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([[0.2, 3, 'We lived on a ferm.']]);

  // After reopening, a line is selected in the list and corrected. Save is disabled now, so the dialog itself has the
  // focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.matches('[role=presentation] :not(:disabled)') ?? false))
    .toBe(true);
  await keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await keyboard.press('Enter');
  await expect(lines(page)).toHaveCount(1);
  await tabTo(page, lines(page).getByRole('button').first());
  await keyboard.press('Enter');
  await tabTo(page, words(page));
  await keyboard.press('End');
  for (let i = 0; i < 4; i += 1) await keyboard.press('Backspace');
  await keyboard.type('arm.');
  await keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(question).toBeHidden();
  await tabTo(page, button(page, 'Save'));
  await keyboard.press('Enter');
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([[0.2, 3, 'We lived on a farm.']]);
});

test('[ROUTE-12] a SubRip file can be opened, saved and downloaded as WebVTT; other files are rejected', async ({
  browser,
  kinreel,
}) => {
  const { person, page, id } = await teller(browser, kinreel);
  await openEditor(page);
  const upload = (name: string, text: string) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await upload('diary.srt', 'Dear diary');
  await expect(
    dialog(page).getByText('There are no captions in this file. Please choose a .vtt or .srt file.'),
  ).toBeVisible();
  const srt =
    '1\r\n00:00:00,500 --> 00:00:01,500\r\n<i>We lived</i> on a farm.\r\n\r\n2\r\nnever --> ever\r\nx\r\n\r\n3\r\n00:00:02,000 --> 00:00:03,000\r\n我们搬到了港口\r\n';
  await upload('farm.srt', `\uFEFF${srt}`);
  await expect(dialog(page).getByText("2 lines opened, not saved yet. We couldn't read 1 line.")).toBeVisible();
  await expect(lines(page)).toHaveText(['0:00.5We lived on a farm.', '0:02.0我们搬到了港口']);
  await expectGoodScreen(page);
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  const said: Line[] = [
    [0.5, 1.5, 'We lived on a farm.'],
    [2, 3, '我们搬到了港口'],
  ];
  expect(await saidIn(kinreel, person, id)).toEqual(said);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download as a file').click()]);
  expect(download.suggestedFilename()).toBe('What was your first job.vtt');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain('00:00:00.500 --> 00:00:01.500\nWe lived on a farm.\n');
});

test('[VID-05][ROUTE-12] Manage Library finds captions and plays the video from there', async ({
  browser,
  kinreel,
}) => {
  const { person, page, ids } = await teller(browser, kinreel, [FIRST_JOB, LOVE]);
  await say(kinreel, person, ids[0] ?? '', [
    [0, 1, 'We lived on a farm.'],
    [2, 3, 'Then we moved to the Harbour.'],
  ]);
  await say(kinreel, person, ids[1] ?? '', [[1, 2, 'انتقلنا إلى الميناء مع 美玲']]);
  await page.goto('/manageLibrary');
  await page.getByLabel('Find a video').fill('harbour');
  await expect(page.getByRole('article')).toHaveCount(1);
  const hit = card(page).getByRole('link', { name: /^Play: Then we moved to the Harbour\. at 0:02$/ });
  await expect(hit.locator('mark')).toHaveText('Harbour');
  await expectGoodScreen(page);
  await hit.click();
  await expect(page).toHaveURL(/\/watch\/[0-9a-f-]{36}\?t=2$/);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThanOrEqual(2);
  // Back leads to what was found.
  await page.getByRole('link', { name: 'Back to Manage Library' }).first().click();
  await expect(page.getByLabel('Find a video')).toHaveValue('harbour');
  for (const text of ['الميناء', '美玲']) {
    await page.getByLabel('Find a video').fill(text);
    await expect(card(page, LOVE.title).locator('mark')).toHaveText(text);
    await expect(page.getByRole('article')).toHaveCount(1);
  }
  // Prompts are still found if the search of captions fails.
  await page.route('**/api/captions/search*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByLabel('Find a video').fill('first job');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText("We couldn't search what is said in your videos.")).toBeVisible();
  await expectGoodScreen(page);
  await page.getByLabel('Find a video').fill('zebra');
  await expect(page.getByText('No videos found')).toBeVisible();
});

test('[VID-05] two windows: the second one to save chooses its own captions or the others', async ({
  browser,
  kinreel,
}) => {
  const { person, page, id } = await teller(browser, kinreel);
  await say(kinreel, person, id, [[0, 1, 'At first']]);
  const other = await signedInPage(browser, kinreel.origin, person);
  for (const one of [page, other]) {
    await openEditor(one);
    await lines(one).first().click();
  }
  await words(page).fill('Of the first window');
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('All saved')).toBeVisible();

  await words(other).fill('Of the second window');
  await other.setViewportSize({ width: 360, height: 740 });
  await button(other, 'Save').click();
  const conflict = dialog(other).getByText('These captions were changed in another window');
  await expect(conflict).toBeInViewport();
  await expectGoodScreen(other);
  expect(await saidIn(kinreel, person, id)).toEqual([[0, 1, 'Of the first window']]);
  await button(other, 'Use the other ones').click();
  await expect(conflict).toBeHidden();
  await expect(lines(other)).toContainText('Of the first window');
  await button(other, 'Undo').click();
  await expect(words(other)).toHaveValue('Of the second window');
  await button(other, 'Save').click();
  await expect(dialog(other).getByText('All saved')).toBeVisible();

  await words(page).fill('Of the first once more');
  await button(page, 'Save').click();
  await button(page, 'Keep mine').click();
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([[0, 1, 'Of the first once more']]);

  // After all lines are deleted and saved, there are no captions.
  await button(page, 'Delete this line').click();
  await button(page, 'Save').click();
  await expect(page.getByText('The captions are removed')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([]);
});

test('[ERR-02] loading and errors are shown, and no text is lost', async ({ browser, kinreel }) => {
  const { person, page, id } = await teller(browser, kinreel);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${urlOf(id)}`, async (route) => {
    await asked;
    await route.abort();
  });
  await page.goto('/manageLibrary');
  await page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` }).click();
  await expect(dialog(page).getByRole('progressbar', { name: 'Loading the captions' })).toBeVisible();
  answer();
  await expect(dialog(page).getByText("We couldn't load the captions")).toBeVisible();
  await expectGoodScreen(page);
  await page.unroute(`**${urlOf(id)}`);
  await button(page, 'Retry').click();

  await button(page, 'Add a line here').click();
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('Please write something here, or delete this line.')).toBeVisible();
  await expect(words(page)).toBeFocused();
  await expectGoodScreen(page);
  await words(page).fill('Kept');
  await page.route(`**${urlOf(id)}`, (route) => route.abort());
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('What you wrote is still here.')).toBeVisible();
  await expect(words(page)).toHaveValue('Kept');
  await expectGoodScreen(page);
  await page.unroute(`**${urlOf(id)}`);

  // Also not by a reload, before which the browser warns.
  page.once('dialog', (warning) => warning.accept());
  await page.reload();
  await page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` }).click();
  await expect(dialog(page).getByText('Your unsaved lines are here again.')).toBeVisible();
  await expect(lines(page)).toContainText('Kept');
  await button(page, 'Save').click();
  await expect(dialog(page).getByText('All saved')).toBeVisible();
  expect(await saidIn(kinreel, person, id)).toEqual([[0, 3, 'Kept']]);

  // Discarded text is not restored.
  await button(page, 'Add a line here').click();
  await button(page, 'Close').click();
  await page.getByRole('button', { name: 'Close without saving' }).click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: `Captions: ${FIRST_JOB.title}` }).click();
  await expect(lines(page)).toHaveText(['0:00.0Kept']);
  await expect(dialog(page).getByText('All saved')).toBeVisible();
});

test('[VID-05] a draft is offered if the server can make one; only the owner sees it until it is saved', async ({
  browser,
  kinreel,
}) => {
  const { page, id } = await teller(browser, kinreel);
  // This Kinreel has no speech-to-text, so the responses are mocked. apps/server tests the real drafts.
  const none = {
    cues: [],
    version: null,
    source: null,
    updated_at: null,
    draft: 'offered',
    draft_code: null,
    draft_params: {},
    draft_reason: null,
  };
  let now: object = none;
  await page.route(`**${urlOf(id)}`, (route) => route.fulfill({ json: now }));
  await page.route(`**${urlOf(id)}/draft`, (route) => {
    now = { ...none, draft: 'working' };
    return route.fulfill({ status: 202, json: now });
  });
  await openEditor(page);
  await button(page, 'Draft captions for me').click();
  await expect(dialog(page).getByText('The computer is listening to your video')).toBeVisible();
  await expectGoodScreen(page);
  now = {
    ...none,
    draft: 'failed',
    draft_code: 'no_speech',
    draft_reason: 'The computer heard no words in this video.',
  };
  await expect(dialog(page).getByText('The computer heard no words in this video.')).toBeVisible();
  await button(page, 'Draft captions for me').click();
  await expect(dialog(page).getByText('The computer is listening to your video')).toBeVisible();
  const cues = [{ start: 0, end: 2, text: 'We lift on a farm.' }];
  const version = crypto.randomUUID();
  now = { ...none, cues, version, source: 'draft', updated_at: new Date().toISOString() };
  await expect(dialog(page).getByText('Draft made by the computer. Please check it.')).toBeVisible();
  await expect(lines(page)).toContainText('We lift on a farm.');
  await expect(button(page, 'Save')).toBeEnabled();
  await expectGoodScreen(page);
});

test('[VID-05] text in captions is never executed as code', async ({ browser, kinreel }) => {
  const { person, page, id } = await teller(browser, kinreel);
  const CORPUS = [
    '<script>window.harmed = 1</script> harbour',
    '<img src=x onerror="window.harmed = 1"> harbour',
    '"><svg onload=window.harmed=1> harbour',
    '&lt;img src=x onerror=window.harmed=1&gt; harbour',
    '</textarea><iframe srcdoc="<script>parent.harmed=1</script>"> harbour',
    '00:00.000 --> 00:09.000\n<v <script>window.harmed=1</script>> harbour',
    'javascript:window.harmed=1 {{harbour}}',
  ];
  await say(
    kinreel,
    person,
    id,
    CORPUS.map((text, i): Line => [i / 2, i / 2 + 0.4, text]),
  );
  await openEditor(page);
  await expect(lines(page)).toHaveCount(CORPUS.length);
  await expect(lines(page).first()).toContainText('<script>window.harmed = 1</script>');
  await seek(page, 0.6);
  const shown = () =>
    dialog(page)
      .locator('video')
      .evaluate((video: HTMLVideoElement) =>
        Array.from(video.textTracks[0]?.cues ?? [], (cue) => (cue as VTTCue).getCueAsHTML().textContent),
      );
  await expect.poll(shown).toEqual(CORPUS);
  for (let i = 0; i < CORPUS.length; i += 1) {
    await lines(page).nth(i).click();
    await expect(words(page)).toHaveValue(CORPUS[i] ?? '');
  }
  await button(page, 'Close').click();
  await page.getByLabel('Find a video').fill('harbour');
  await expect(card(page).locator('mark')).toHaveText('harbour');
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(await page.locator('iframe, img[src="x"], svg[onload]').count()).toBe(0);
});
