import { openAsBlob } from 'node:fs';
import type { Locator, Page, Route } from '@playwright/test';
import { type ApiPerson, call, connect, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { describeVideos, fulfilBytes } from './support/hls-video.ts';
import type { Kinreel } from './support/kinreel.ts';
import { fiveMinutesMp4, fiveMinutesSet, hdMp4, previewPictures } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

// One worker for the whole file, so that the video of five minutes is prepared once.
test.describe.configure({ mode: 'default' });

const FIRST_JOB = { prompt: 26, title: 'What was your first job?' };
const LOVE = { prompt: 18, title: 'How did you meet the love of your life?' };

const card = (page: Page, title = FIRST_JOB.title) => page.getByRole('article', { name: title, exact: true });
const region = (page: Page, title = FIRST_JOB.title) =>
  page.getByRole('region', { name: `Video: ${title}`, exact: true });
const player = (page: Page, title = FIRST_JOB.title) => region(page, title).locator('video');
const state = (page: Page, title = FIRST_JOB.title) =>
  player(page, title).evaluate(
    ({ currentTime, paused, muted, volume, playbackRate, videoHeight, currentSrc }: HTMLVideoElement) => {
      return { currentTime, paused, muted, volume, playbackRate, videoHeight, currentSrc };
    },
  );
const seconds = async (page: Page, title = FIRST_JOB.title) => (await state(page, title)).currentTime;
/** Opens a video of the list in the watch view. */
const play = (page: Page, title = FIRST_JOB.title) =>
  card(page, title)
    .getByRole('link', { name: `Play: ${title}` })
    .click();
const back = (page: Page) => page.getByRole('link', { name: 'Back to My Videos' }).first().click();
const seek = (page: Page, to: number) =>
  player(page).evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, to);

/** A person with a video of five minutes, on their videos page. */
async function withVideo(
  kinreel: Kinreel,
  ...videos: { prompt: number }[]
): Promise<{ owner: ApiPerson; ids: string[] }> {
  const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
  return { owner, ids: await storedVideos(kinreel, owner, videos.length > 0 ? videos : [FIRST_JOB], fiveMinutesMp4()) };
}

const videosOf = (page: Page, { user }: ApiPerson) => page.goto(`/user/${user.id}/videos`);

const SET = '/media/test-set';

/** The rendition files, the smaller one first. */
const RENDITION_FILES = ['five-minutes-small.mp4', 'five-minutes-large.mp4'];

/** Gives every video the two HLS renditions and serves their files. @returns the requested paths */
async function serveSet(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await describeVideos(page, ({ sources }) => {
    const url = `${SET}/index.m3u8`;
    return { hls_url: url, sources: [{ url, type: 'application/vnd.apple.mpegurl' }, ...sources] };
  });
  for (const file of fiveMinutesSet()) {
    await page.route(`**${SET}/${file.name}`, (route) => {
      asked.push(file.name);
      return fulfilBytes(route, file);
    });
  }
  return asked;
}

test('[WATCH-02][VID-05] without a cookie it plays after requesting a new one; it resumes at the watch position, also on another device, and can start again', async ({
  browser,
  kinreel,
}) => {
  const { owner, ids } = await withVideo(kinreel);
  const page = await signedInPage(browser, kinreel.origin, owner);
  await videosOf(page, owner);
  await expect(card(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await play(page);
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  await expect(region(page).getByRole('alert')).toHaveCount(0);
  await seek(page, 120);
  await expect.poll(() => seconds(page)).toBeGreaterThan(120.2);
  await region(page).getByRole('button', { name: 'Pause' }).click();
  await page.context().close();

  const phone = await signedInPage(browser, kinreel.origin, owner, { viewport: { width: 360, height: 740 } });
  await phone.goto(`/watch/${ids[0]}`);
  await expect.poll(() => seconds(phone)).toBeGreaterThan(119);
  await region(phone).getByRole('button', { name: 'Start again from the beginning' }).click();
  await expect.poll(() => seconds(phone)).toBeLessThan(60);
  await phone.context().close();
});

test('[WATCH-01][WATCH-03] the picture keeps its size, and the next video starts after the end', async ({
  browser,
  kinreel,
}) => {
  const { owner } = await withVideo(kinreel, FIRST_JOB, LOVE);
  const page = await signedInPage(browser, kinreel.origin, owner);
  await videosOf(page, owner);
  const length = await card(page).getByText('5:00', { exact: true }).textContent();
  await play(page);
  const picture = region(page).locator('.picture');
  const room = await picture.boundingBox();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  expect(await picture.boundingBox()).toEqual(room);
  await expect(region(page).getByText(`Length ${length}`)).toBeAttached();
  const again = region(page).getByRole('button', { name: 'Watch again' });
  const toTheEnd = () =>
    player(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.2;
    });
  await toTheEnd();
  await expect(again).toBeVisible();
  expect(await picture.boundingBox()).toEqual(room);
  await again.press('Enter');
  await expect(region(page).getByRole('button', { name: 'Pause' })).toBeFocused();
  await toTheEnd();
  await region(page).getByRole('button', { name: 'Stop' }).click();
  await expectGoodScreen(page);
  // The next video stays in full screen.
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await region(page).getByRole('button', { name: 'Play next' }).click();
  await expect.poll(() => seconds(page, LOVE.title)).toBeGreaterThan(0.3);
  expect(await isFull()).toBe(true);
  const { width, height } = (await region(page, LOVE.title).boundingBox()) ?? {};
  expect({ width, height }).toEqual(await page.evaluate(() => ({ width: innerWidth, height: innerHeight })));
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
  // One step back leads to the list, however many videos were watched.
  await back(page);
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('[VID-01] HLS plays, seeks and keeps the chosen quality and speed; an expired media cookie is renewed; if HLS fails, the single file plays from the same position', async ({
  browser,
  kinreel,
}) => {
  const { owner } = await withVideo(kinreel);
  const page = await signedInPage(browser, kinreel.origin, owner);
  const asked = await serveSet(page);
  await videosOf(page, owner);
  await play(page);
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  expect((await state(page)).currentSrc).toMatch(/^blob:/);
  await seek(page, 150);
  await expect.poll(() => seconds(page)).toBeGreaterThan(150.3);

  const settings = region(page).getByRole('button', { name: /Speed$/ });
  await settings.click();
  const choice = (name: RegExp) => page.getByRole('menuitemradio', { name });
  await expect(choice(/^Automatic/)).toHaveAttribute('aria-checked', 'true');
  await expectGoodScreen(page, 'desktop');
  await choice(/^180p/).click();
  await expect(settings).toBeFocused();
  await expect.poll(async () => (await state(page)).videoHeight).toBe(180);
  await settings.click();
  await expect(choice(/^180p/)).toHaveAttribute('aria-checked', 'true');
  asked.length = 0;
  await choice(/^360p/).click();
  await expect.poll(async () => (await state(page)).videoHeight).toBe(360);
  asked.length = 0;
  await seek(page, 250);
  await expect.poll(() => seconds(page)).toBeGreaterThan(250.3);
  expect(asked).not.toContain(RENDITION_FILES[0]);

  await settings.click();
  await choice(/^Faster/).click();
  await expect.poll(async () => (await state(page)).playbackRate).toBe(1.25);

  // Reject HLS like the server does, until the page has requested a new cookie.
  let fresh = false;
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/api/user') fresh = true;
  });
  const refuse = (route: Route) => (fresh ? route.fallback() : route.fulfill({ status: 401 }));
  for (const name of RENDITION_FILES) await page.route(`**${SET}/${name}`, refuse);
  await seek(page, 50);
  await expect.poll(() => seconds(page)).toBeGreaterThan(50.3);
  expect(fresh).toBe(true);
  expect((await state(page)).currentSrc).toMatch(/^blob:/);

  for (const name of RENDITION_FILES) await page.route(`**${SET}/${name}`, (route) => route.fulfill({ status: 404 }));
  await seek(page, 200);
  await expect.poll(async () => (await state(page)).currentSrc).toContain('/playback');
  await expect.poll(() => seconds(page)).toBeGreaterThan(200.3);
  expect(await state(page)).toMatchObject({ paused: false, muted: true });

  // The same if HLS fails at the start. A single file offers no choice of quality.
  await page.route(`**${SET}/index.m3u8`, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  expect((await state(page)).currentSrc).toContain('/playback');
  await settings.click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(4);
});

test('[VID-01] a real upload in 1080p has preview images, and its rendition depends on the connection and the screen', async ({
  browser,
  kinreel,
}) => {
  test.setTimeout(300_000);
  const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
  await uploadByApi(kinreel.origin, owner, await openAsBlob(hdMp4(15, 6)), 'clip.mp4', FIRST_JOB.prompt);
  const page = await signedInPage(browser, kinreel.origin, owner);
  await videosOf(page, owner);
  // It plays before the renditions are ready and continues when they are.
  await expect(card(page).getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 120_000 });
  const sizesMade = async () => (await ownVideos(kinreel.origin, owner))[0]?.hls_url;
  await expect.poll(sizesMade, { timeout: 150_000 }).toBeTruthy();
  await page.reload();

  // No more pixels than the player has.
  await play(page);
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  expect((await state(page)).currentSrc).toMatch(/^blob:/);
  await expect.poll(async () => (await state(page)).videoHeight).toBe(720);
  const bar = region(page).locator('media-time-range');
  await bar.hover();
  await expect(bar.locator('media-preview-thumbnail')).toBeVisible();
  await expect(bar).toHaveAttribute('mediapreviewimage', /#xywh=\d+,\d+,160,90$/);

  // On a large screen, the best that the connection allows.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await region(page).getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('f');
  await seek(page, 0);
  await expect.poll(async () => (await state(page)).videoHeight, { timeout: 30_000 }).toBe(1080);

  // On a slow connection the smallest, also after seeking.
  await page.reload();
  await page.setViewportSize({ width: 1920, height: 1080 });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bytesASecond = 50_000;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 80,
    downloadThroughput: bytesASecond,
    uploadThroughput: bytesASecond,
  });
  await seek(page, 0);
  await page.keyboard.press('f');
  await expect.poll(() => seconds(page), { timeout: 30_000 }).toBeGreaterThan(1);
  await seek(page, 12);
  await expect.poll(() => seconds(page), { timeout: 30_000 }).toBeGreaterThan(13);
  expect((await state(page)).videoHeight).toBe(240);
});

test('[VID-01][WATCH-01] every control works with the keyboard only; captions and the preview image at the pointer are shown', async ({
  browser,
  kinreel,
}) => {
  const { owner } = await withVideo(kinreel);
  const page = await signedInPage(browser, kinreel.origin, owner);
  const preview = '/media/test-preview';
  const captions = '/media/test-captions.vtt';
  await describeVideos(page, () => ({ preview_url: `${preview}/list.vtt`, captions_url: captions }));
  const said = 'We lived above the bakery, and every morning smelled of bread.';
  await page.route(`**${captions}`, (route) =>
    route.fulfill({ contentType: 'text/vtt', body: `WEBVTT\n\n00:00.000 --> 04:59.000\n${said}\n` }),
  );
  const time = (at: number) => `00:0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}.000`;
  const cue = (index: number) => {
    const place = `${(index % 10) * 160},${Math.floor(index / 10) * 90}`;
    return `${time(index * 20)} --> ${time(index * 20 + 20)}\nall.webp#xywh=${place},160,90`;
  };
  const list = `WEBVTT\n\n${Array.from({ length: 15 }, (_, index) => cue(index)).join('\n\n')}\n`;
  await page.route(`**${preview}/list.vtt`, (route) => route.fulfill({ contentType: 'text/vtt', body: list }));
  await page.route(`**${preview}/all.webp`, (route) =>
    route.fulfill({ contentType: 'image/webp', body: previewPictures() }),
  );
  await videosOf(page, owner);
  await tabTo(page, card(page).getByRole('link', { name: /^Play/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Video: ${FIRST_JOB.title}` })).toBeFocused();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);

  await page.keyboard.press('Space');
  expect((await state(page)).paused).toBe(true);
  const at = await seconds(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => seconds(page)).toBeCloseTo(at + 20, 0);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => seconds(page)).toBeCloseTo(at + 10, 0);
  await page.keyboard.press('m');
  await expect.poll(() => state(page)).toMatchObject({ muted: false, volume: 1 });
  await page.keyboard.press('Shift+>');
  await expect.poll(async () => (await state(page)).playbackRate).toBe(1.25);
  await page.keyboard.press('k');
  await expect.poll(async () => (await state(page)).paused).toBe(false);
  await page.keyboard.press('k');
  await expect(page.getByRole('region', { name: 'What is said' }).locator('[aria-current=true]')).toContainText(said);
  await expectGoodScreen(page);

  // The timeline has finer steps, and every button can be reached.
  await tabTo(page, region(page).locator('media-time-range'));
  await page.keyboard.press('Home');
  await expect.poll(() => seconds(page)).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => seconds(page)).toBe(5);
  await page.keyboard.press('PageUp');
  await expect.poll(() => seconds(page)).toBe(35);
  for (const control of [
    region(page).getByRole('button', { name: '10 s back' }),
    region(page).getByRole('button', { name: 'Play', exact: true }),
    region(page).getByRole('switch', { name: /^Sound/ }),
    region(page).getByRole('button', { name: /Speed$/ }),
  ]) {
    await tabTo(page, control, 3);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Video settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(region(page).getByRole('button', { name: /Speed$/ })).toBeFocused();

  // In full screen there is no list of captions: they are shown above the buttons, which overlay the picture.
  const strip = region(page).locator('.strip');
  await expect(strip).toHaveCSS('display', 'none');
  await page.keyboard.press('f');
  await expect(strip).toHaveCSS('display', 'block');
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(strip)).toBeLessThan(await topOf(region(page).locator('.tray')));
  const isFull = () => page.evaluate(() => Boolean(document.fullscreenElement?.querySelector('media-controller')));
  await expect.poll(isFull).toBe(true);
  // The menu works in full screen as well.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Video settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);

  const bar = region(page).locator('media-time-range');
  await bar.hover();
  await expect(bar.locator('media-preview-thumbnail')).toBeVisible();
  await expect(bar).toHaveAttribute('mediapreviewimage', /\/all\.webp#xywh=\d+,\d+,160,90$/);
  const shown = await bar
    .locator('media-preview-thumbnail img')
    .evaluate((picture: HTMLImageElement) => picture.naturalWidth);
  expect(shown).toBe(1600);
  await bar.click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(120);
  expect(await seconds(page)).toBeLessThan(180);
});

test('[VID-01][VID-05] when the owner stops sharing during playback, the player disappears and a page explains why', async ({
  browser,
  kinreel,
}) => {
  const { owner, ids } = await withVideo(kinreel);
  const reader = await registerByApi(kinreel.origin, newPerson('Corvin'));
  await connect(kinreel.origin, reader, owner);
  const [video = ''] = ids;
  await call(kinreel.origin, owner, 'POST', '/api/share', { user_id: [reader.user.id], video_id: video });
  const page = await signedInPage(browser, kinreel.origin, reader);
  await serveSet(page);
  // The renditions have the same access rules as the video file.
  await page.goto(`/user/${owner.user.id}/videos`);
  await play(page);
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  await call(kinreel.origin, owner, 'DELETE', `/api/share/${video}/${reader.user.id}`);
  for (const name of RENDITION_FILES) {
    await page.route(`**${SET}/${name}`, (route) => route.fulfill({ status: 404 }));
  }
  await seek(page, 250);
  await expect(page.getByRole('heading', { name: 'Odalie is not sharing this video any more' })).toBeVisible();
  await expect(page.getByText('It was deleted, or it is no longer shared with you.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Videos of Odalie' })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expectGoodScreen(page);
});

test('[VID-01][ERR-02] a script that failed to load is loaded again; a lost connection is shown, and Retry continues at the same position', async ({
  browser,
  kinreel,
}) => {
  const { owner } = await withVideo(kinreel);
  const page = await signedInPage(browser, kinreel.origin, owner);
  let refused = 0;
  await page.route(/\/assets\/watch-[^/]+\.js/, (route) => {
    refused += 1;
    return refused === 1 ? route.abort() : route.continue();
  });
  // Playback waits for its first bytes: a spinner is shown first, then a text.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/playback?*', async (route) => {
    await held;
    await route.abort();
  });
  await videosOf(page, owner);
  await play(page);
  await expect(region(page).getByText('Waiting for your connection. Nothing is lost.')).toBeVisible();
  expect(refused).toBeGreaterThan(1);
  answer();
  const alert = region(page).getByRole('alert');
  await expect(alert).toContainText('Connection lost. Press Retry to continue where you stopped.');
  await expectGoodScreen(page);
  await page.unroute('**/playback?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  await expect(alert).toHaveCount(0);

  // During playback: HLS segments fail first, then the single file fails too.
  await serveSet(page);
  await page.reload();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
  for (const name of RENDITION_FILES) {
    await page.route(`**${SET}/${name}`, (route) => route.fulfill({ status: 404 }));
  }
  // The server is down. If a request is only interrupted, Chromium retries for up to half a minute.
  await page.route('**/playback?*', (route) => route.fulfill({ status: 503 }));
  await seek(page, 250);
  await expect(alert).toContainText('Connection lost.', { timeout: 60_000 });
  await page.unroute('**/playback?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => seconds(page)).toBeGreaterThan(250.3);
});

test('[VID-01][WATCH-01] if the browser blocks autoplay, the player waits for Play; on a phone every control has 44 pixels', async ({
  browser,
  kinreel,
}) => {
  const { owner } = await withVideo(kinreel);
  const page = await signedInPage(browser, kinreel.origin, owner, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await page.addInitScript(() => {
    const start = HTMLMediaElement.prototype.play;
    let refused = false;
    HTMLMediaElement.prototype.play = function () {
      if (refused) return start.call(this);
      refused = true;
      return Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
    };
  });
  await videosOf(page, owner);
  await card(page).getByRole('link', { name: /^Play/ }).tap();
  const button = region(page).getByRole('button', { name: 'Play', exact: true });
  await expect(button).toBeVisible();
  await expectGoodScreen(page, 'phone');
  for (const control of await region(page).getByRole('button').all()) {
    const box = await control.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), await control.ariaSnapshot()).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  await button.tap();
  await expect.poll(() => seconds(page)).toBeGreaterThan(0.3);
});
