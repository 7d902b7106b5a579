import type { Page } from '@playwright/test';
import { type ApiPerson, call, connect, registerByApi, shortLink } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Kinreel } from './support/kinreel.ts';
import { newPerson } from './support/people.ts';
import { expectAccessible, expectGoodScreen, goWithin, signedInPage, tabTo } from './support/screen.ts';
import { storedFiles, storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

const FIRST_JOB = { prompt: 26, title: 'What was your first job?' };
const LOVE = { prompt: 18, title: 'How did you meet the love of your life?' };
const HOME_DISH = { prompt: 16, title: 'Which dish tastes of home, and how is it made?' };
const GAMES = { prompt: 3, title: 'What games did you play, and who played them with you?' };

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });
/** The player of the watch view. */
const player = (page: Page, title: string) => page.getByRole('region', { name: `Video: ${title}` }).locator('video');
const playedSeconds = (page: Page, title: string) =>
  player(page, title).evaluate((video: HTMLVideoElement) => video.currentTime);
const playLink = (page: Page, title: string) => card(page, title).getByRole('link', { name: `Play: ${title}` });

const person = (kinreel: Kinreel, firstName: string, lastName?: string): Promise<ApiPerson> =>
  registerByApi(kinreel.origin, newPerson(firstName, lastName));

const share = (kinreel: Kinreel, owner: ApiPerson, video: string, ...to: ApiPerson[]) =>
  call(kinreel.origin, owner, 'POST', '/api/share', { user_id: to.map((one) => one.user.id), video_id: video });

/** Methods and paths of the requests of a page from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

test('[VID-01][WATCH-01][WATCH-04][ROUTE-06] cards of four out of twelve columns load only posters; the first opened video loads the player, muted until the sound is turned on; a video that no longer exists is skipped', async ({
  browser,
  kinreel,
}) => {
  const owner = await person(kinreel, 'Odalie');
  await storedVideos(kinreel, owner, [FIRST_JOB, LOVE, HOME_DISH, GAMES, { prompt: 41 }, { prompt: 42 }]);
  const page = await signedInPage(browser, kinreel.origin, owner);
  // The clip takes four seconds: on a busy machine the page would already be at the next video.
  await page.addInitScript(() => localStorage.setItem('kinreel.play-next', 'off'));
  const media: string[] = [];
  const players: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const kind = /^\/media\/videos\/[^/]+\/(\w+)$/.exec(pathname)?.[1];
    if (kind) media.push(kind);
    if (/^\/assets\/(watch|player|hls)[.-]/.test(pathname)) players.push(pathname);
  });
  const calls = watchCalls(page);
  await page.goto(`/user/${owner.user.id}/videos`);
  await expect(page.getByRole('article')).toHaveCount(6);
  await page.waitForLoadState('networkidle');
  // index.html has requested these, and the app uses its responses.
  for (const path of ['/api/user', '/api/video/userVideos']) {
    expect(calls.filter((call) => call === `GET ${path}`)).toHaveLength(1);
  }
  expect(new Set(media)).toEqual(new Set(['poster']));
  expect(players).toEqual([]);
  await expect(page.locator('video')).toHaveCount(0);

  // Medium screens start at 1080 pixels. The prompt is the title.
  for (const width of [1280, 1080]) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await page
      .getByRole('region', { name: 'My Videos' })
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map((item) => item.getBoundingClientRect()).map(({ top, width }) => ({ top, width })),
      );
    const list = await page.getByRole('region', { name: 'My Videos' }).getByRole('list').first().boundingBox();
    expect(boxes.filter((box) => box.top === boxes[0]?.top)).toHaveLength(3);
    expect(boxes[0]?.width).toBeLessThan((list?.width ?? 0) / 3);
  }
  for (const { title } of [FIRST_JOB, LOVE]) {
    await expect(card(page, title).getByRole('heading', { name: title })).toBeVisible();
    await expect(card(page, title).getByRole('button', { name: 'Permission: Invite-only' })).toBeVisible();
    await expect(card(page, title).getByRole('button', { name: `Share: ${title}` })).toBeVisible();
    await expect(card(page, title).getByRole('button', { name: `Delete: ${title}` })).toBeVisible();
  }

  await playLink(page, FIRST_JOB.title).click();
  await expect.poll(() => playedSeconds(page, FIRST_JOB.title)).toBeGreaterThan(0.2);
  expect(players).not.toEqual([]);
  const state = (title: string) =>
    player(page, title).evaluate(({ volume, muted, paused }: HTMLVideoElement) => ({ volume, muted, paused }));
  expect(await state(FIRST_JOB.title)).toMatchObject({ volume: 0, muted: true });
  await expect(page).toHaveURL(/\/watch\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Turn sound on' }).click();
  expect(await state(FIRST_JOB.title)).toMatchObject({ volume: 1, muted: false });

  // Back keeps the place in the list. The next video has sound immediately.
  await page.getByRole('link', { name: 'Back to My Videos' }).first().click();
  await expect(playLink(page, FIRST_JOB.title)).toBeFocused();
  await playLink(page, LOVE.title).click();
  await expect.poll(() => playedSeconds(page, LOVE.title)).toBeGreaterThan(0.2);
  expect(await state(LOVE.title)).toMatchObject({ volume: 1, muted: false });

  // If the video in the address no longer exists, a message says so, and the others are shown.
  await goWithin(page, `/user/${owner.user.id}/videos?autoplay=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(6);
});

test('[VID-03][STATE-05] a new permission is saved, then the permission and the person’s own videos are reloaded', async ({
  browser,
  kinreel,
}) => {
  const owner = await person(kinreel, 'Odalie');
  const [id = ''] = await storedVideos(kinreel, owner, [FIRST_JOB]);
  const page = await signedInPage(browser, kinreel.origin, owner);
  const calls = watchCalls(page);
  await page.goto(`/user/${owner.user.id}/videos`);
  const selector = () => card(page, FIRST_JOB.title).getByRole('button', { name: /^Permission:/ });
  // Wait for the last requests of a page load; a slow machine may be idle before them.
  await expect
    .poll(() => calls)
    .toEqual(expect.arrayContaining(['GET /api/notifications/count', 'GET /api/prompt', 'GET /api/video/userVideos']));
  await expect(selector()).toBeVisible();
  for (const [permission, label] of [
    ['friend', 'Friend'],
    ['invite-only', 'Invite-only'],
  ] as const) {
    calls.length = 0;
    await selector().click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(4);
    await page.getByRole('menuitemradio', { name: new RegExp(`^${label}`) }).click();
    await expect(selector()).toHaveAccessibleName(new RegExp(`^Permission: ${label}, `));
    await expect
      .poll(() => [...calls].sort())
      .toEqual([`GET /api/permission/${id}`, 'GET /api/video/userVideos', `PUT /api/permission/${id}`]);
    expect(calls[0]).toBe(`PUT /api/permission/${id}`);
    expect(await call(kinreel.origin, owner, 'GET', `/api/permission/${id}`)).toMatchObject([{ permission }]);
  }
  // It is the same after a reload.
  await page.reload();
  await expect(selector()).toHaveAccessibleName(/^Permission: Invite-only, /);

  // If the change fails, an error is shown and the old value is restored.
  await page.route('**/api/permission/*', (route) => route.abort());
  await selector().click();
  await page.getByRole('menuitemradio', { name: /^Everyone/ }).click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText("We can't reach Kinreel.");
  await expect(selector()).toHaveAccessibleName(/^Permission: Invite-only, /);
  expect(await call(kinreel.origin, owner, 'GET', `/api/permission/${id}`)).toMatchObject([
    { permission: 'invite-only' },
  ]);
});

test('[VID-04][ERR-01] deleting asks first, then deletes the video, its files, shares and links', async ({
  browser,
  kinreel,
}) => {
  const owner = await person(kinreel, 'Odalie');
  const reader = await person(kinreel, 'Corvin');
  await connect(kinreel.origin, reader, owner);
  const [id = '', other = ''] = await storedVideos(kinreel, owner, [FIRST_JOB, LOVE]);
  await share(kinreel, owner, id, reader);
  const link = await shortLink(kinreel.origin, owner, id);
  // The original, the playback file and the poster. The preview images may be added later.
  expect((await storedFiles(kinreel, id)).length).toBeGreaterThanOrEqual(3);
  const page = await signedInPage(browser, kinreel.origin, owner);
  await page.goto(`/user/${owner.user.id}/videos`);

  const ask = () =>
    card(page, FIRST_JOB.title)
      .getByRole('button', { name: `Delete: ${FIRST_JOB.title}` })
      .click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this video?', exact: true });
  await ask();
  await expect(question.getByText('The deletion of this video will be permanent.', { exact: true })).toBeVisible();
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'OK']);
  await expectGoodScreen(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(2);

  // If deleting fails, an error is shown, and the video is still there.
  await page.route(`**/api/video/${id}`, (route) => route.fulfill({ status: 500, body: 'broken' }));
  await ask();
  await question.getByRole('button', { name: 'OK' }).click();
  const notice = page.getByRole('region', { name: 'Notices' });
  await expect(notice.getByText('Error', { exact: true })).toBeVisible();
  await expect(notice.getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.unroute(`**/api/video/${id}`);

  await page.waitForLoadState('networkidle');
  const calls = watchCalls(page);
  // With the keyboard. The focus moves to the card that takes its place.
  await tabTo(page, card(page, FIRST_JOB.title).getByRole('button', { name: /^Delete/ }), 80);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(card(page, FIRST_JOB.title)).toHaveCount(0);
  await expect(playLink(page, LOVE.title)).toBeFocused();
  // Ignores the bell, which polls every minute.
  const ofVideos = () => calls.filter((one) => !one.includes('/api/notifications/'));
  await expect.poll(ofVideos).toEqual([`DELETE /api/video/${id}`, 'GET /api/video/userVideos']);
  await expect.poll(() => storedFiles(kinreel, id)).toEqual([]);
  expect((await storedFiles(kinreel, other)).length).toBeGreaterThanOrEqual(3);
  const left = await withDatabase(kinreel, async (client) => {
    const { rows } = await client.query<{ shares: string; links: string }>(
      `select (select count(*) from shares where video_id = $1) as shares,
              (select count(*) from short_links where video_id = $1) as links`,
      [id],
    );
    return rows;
  });
  expect(left).toEqual([{ shares: '0', links: '0' }]);
  expect(await call(kinreel.origin, reader, 'GET', '/api/video/sharedwithme')).toEqual([]);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(404);
});

test('[VID-02][CONST-02][STATE-08] shared videos show by whom, with whom and on which day; they can be removed', async ({
  browser,
  kinreel,
}) => {
  const owner = await person(kinreel, 'Odalie');
  const reader = await person(kinreel, 'Corvin', 'Ashgrove');
  const other = await person(kinreel, 'Ismene', 'Vale');
  await connect(kinreel.origin, reader, owner);
  await connect(kinreel.origin, other, owner);
  const [first = '', second = ''] = await storedVideos(kinreel, owner, [FIRST_JOB, LOVE]);
  await share(kinreel, owner, first, reader, other);
  await share(kinreel, owner, second, reader);
  await withDatabase(kinreel, (client) =>
    client.query(`update shares set created_at = '2025-03-09T12:00:00Z' where owner_id = $1`, [owner.user.id]),
  );

  const b = await signedInPage(browser, kinreel.origin, reader);
  await b.goto(`/user/${reader.user.id}/videos`);
  await b.getByRole('tab', { name: 'Shared With Me' }).click();
  await expect(card(b, FIRST_JOB.title)).toContainText(`Shared by Odalie Fennick (${owner.user.email}) on 03/09/2025`);
  await expectGoodScreen(b);
  await expect(b.getByRole('button', { name: /^(Delete|Permission|Share):/ })).toHaveCount(0);
  await playLink(b, FIRST_JOB.title).click();
  await expect.poll(() => playedSeconds(b, FIRST_JOB.title)).toBeGreaterThan(0.2);
  await expect(b.getByText('Odalie shared this with you')).toBeVisible();
  await b.getByRole('link', { name: 'Back to Shared With Me' }).first().click();
  await card(b, FIRST_JOB.title)
    .getByRole('button', { name: `Remove: ${FIRST_JOB.title}` })
    .click();
  await b.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(card(b, FIRST_JOB.title)).toHaveCount(0);
  await expect(card(b, LOVE.title)).toBeVisible();
  await b.context().close();

  const a = await signedInPage(browser, kinreel.origin, owner);
  await a.goto(`/user/${owner.user.id}/videos`);
  await a.getByRole('tab', { name: 'Shared By Me' }).click();
  await expect(card(a, FIRST_JOB.title)).toContainText('Shared with Ismene Vale on 03/09/2025');
  await expect(card(a, LOVE.title)).toContainText('Shared with Corvin Ashgrove on 03/09/2025');
  await expect(card(a, LOVE.title)).toContainText('Corvin can see this');
  await card(a, LOVE.title)
    .getByRole('button', { name: `Share: ${LOVE.title}` })
    .click();
  await expect(a.getByRole('dialog', { name: 'Share this video' })).toContainText(LOVE.title);
  await a.context().close();
});

test('[VID-05][VID-07] family and strangers see exactly what they may see', async ({ browser, kinreel }) => {
  const owner = await person(kinreel, 'Odalie');
  const family = await person(kinreel, 'Corvin');
  const stranger = await person(kinreel, 'Bram');
  await connect(kinreel.origin, family, owner, 'family');
  const [, , , invited = ''] = await storedVideos(kinreel, owner, [
    { ...FIRST_JOB, permission: 'everyone' },
    { ...LOVE, permission: 'friend' },
    { ...HOME_DISH, permission: 'family' },
    { ...GAMES, permission: 'invite-only' },
  ]);
  await share(kinreel, owner, invited, family);
  for (const [viewer, titles] of [
    [family, [FIRST_JOB.title, HOME_DISH.title, GAMES.title]],
    [stranger, [FIRST_JOB.title]],
  ] as const) {
    const page = await signedInPage(browser, kinreel.origin, viewer);
    await page.goto(`/user/${owner.user.id}/videos`);
    await expect(page.getByRole('article')).toHaveCount(titles.length);
    for (const title of titles) await expect(card(page, title)).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText(['My Videos']);
    await expect(page.getByRole('button', { name: /^(Delete|Permission|Share):/ })).toHaveCount(0);
    // Requests the files with all cookies of this browser. Only the owner gets the original.
    const statuses = await page.evaluate(
      async (id) =>
        Promise.all(
          ['playback', 'poster', 'original'].map(async (kind) => (await fetch(`/media/videos/${id}/${kind}`)).status),
        ),
      invited,
    );
    expect(statuses).toEqual(viewer === family ? [200, 200, 404] : [404, 404, 404]);
    if (viewer === stranger) await expectGoodScreen(page);
    await page.context().close();
  }
});

test('the owner chooses a poster frame with the keyboard only, and others see it on the card', async ({
  browser,
  kinreel,
}) => {
  const [odalie, ismene] = await Promise.all([person(kinreel, 'Odalie'), person(kinreel, 'Ismene')]);
  await connect(kinreel.origin, odalie, ismene);
  await storedVideos(kinreel, odalie, [{ ...FIRST_JOB, permission: 'family' }]);
  const picture = (page: Page) => card(page, FIRST_JOB.title).locator('img').getAttribute('src');
  const hers = await signedInPage(browser, kinreel.origin, ismene);
  await hers.goto(`/user/${odalie.user.id}/videos`);
  await expect(card(hers, FIRST_JOB.title)).toBeVisible();
  const before = await picture(hers);

  const page = await signedInPage(browser, kinreel.origin, odalie);
  await page.goto('/manageLibrary');
  const change = card(page, FIRST_JOB.title).getByRole('button', { name: `Change picture: ${FIRST_JOB.title}` });
  await change.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change picture' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await tabTo(page, dialog.getByRole('slider', { name: 'Moment' }));
  await page.keyboard.press('PageUp');
  await expect(save).toBeEnabled();
  await expectGoodScreen(page);
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The picture is saved')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(change).toBeFocused();

  await hers.reload();
  await expect.poll(() => picture(hers)).not.toBe(before);
  const shown = card(hers, FIRST_JOB.title).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('[ROUTE-12][STATE-03][VID-07][VID-03][VID-04] Manage Library shows, finds and sorts the person’s own videos and downloads the original; a bulk change of permission or deletion works, and what fails stays selected', async ({
  browser,
  kinreel,
}) => {
  const owner = await person(kinreel, 'Odalie');
  const [love = '', first = '', dish = '', games = ''] = await storedVideos(kinreel, owner, [
    LOVE,
    { ...FIRST_JOB, permission: 'family' },
    HOME_DISH,
    GAMES,
  ]);
  const page = await signedInPage(browser, kinreel.origin, owner);
  await page.goto('/manageLibrary');
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Library' })).toBeVisible();
  const titles = () => page.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect.poll(titles).toEqual([LOVE.title, FIRST_JOB.title, HOME_DISH.title, GAMES.title]);
  await expect(card(page, LOVE.title).getByRole('button', { name: /^(Delete|Permission|Share):/ })).toHaveCount(3);
  await expectGoodScreen(page);

  const [original] = await Promise.all([
    page.waitForEvent('download'),
    card(page, LOVE.title)
      .getByRole('link', { name: `Download the original: ${LOVE.title}` })
      .click(),
  ]);
  expect(original.suggestedFilename()).toBe('clip.webm');

  await page.getByLabel('Sort by').selectOption('oldest');
  await expect.poll(titles).toEqual([GAMES.title, HOME_DISH.title, FIRST_JOB.title, LOVE.title]);
  await page.getByLabel('Who may see it', { exact: true }).selectOption('family');
  await expect.poll(titles).toEqual([FIRST_JOB.title]);
  await page.getByLabel('Who may see it', { exact: true }).selectOption('');
  await page.getByLabel('Find a video').fill('tastes home');
  await expect.poll(titles).toEqual([HOME_DISH.title]);
  await page.getByLabel('Find a video').fill('zebra');
  await expect(page.getByText('No videos found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(titles).toHaveLength(4);

  const select = page.getByRole('button', { name: 'Select', exact: true });
  const bar = page.getByRole('region', { name: 'Selected videos' });
  const box = (title: string) => page.getByRole('checkbox', { name: title, exact: true });
  await select.click();
  await box(FIRST_JOB.title).check();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(select).toBeFocused();

  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Select all' }).click();
  await expect(bar.getByRole('status')).toHaveText('4 selected');
  await box(HOME_DISH.title).uncheck();
  await box(GAMES.title).uncheck();
  await expect(bar.getByRole('status')).toHaveText('2 selected');
  await expectGoodScreen(page);

  // One of the two fails: it stays selected, and Retry works.
  await page.route(`**/api/permission/${love}`, (route) => route.abort());
  await bar.getByRole('button', { name: 'Who may see them' }).click();
  await page.getByRole('menuitemradio', { name: /^Friend/ }).click();
  await expect(bar.getByRole('alert')).toContainText('This did not work for 1 video.');
  await expect(bar.getByRole('status')).toHaveText('1 selected');
  await expect(box(LOVE.title)).toBeChecked();
  await page.unroute(`**/api/permission/${love}`);
  await bar.getByRole('button', { name: 'Retry' }).click();
  await expect(bar.getByRole('status')).toHaveText('0 selected');
  for (const [id, permission] of [
    [first, 'friend'],
    [love, 'friend'],
    [dish, 'invite-only'],
  ] as const) {
    expect(await call(kinreel.origin, owner, 'GET', `/api/permission/${id}`)).toMatchObject([{ permission }]);
  }
  await expect(card(page, LOVE.title)).toContainText('Friend');

  // With the keyboard.
  for (const title of [HOME_DISH.title, GAMES.title]) {
    await tabTo(page, box(title), 60);
    await page.keyboard.press('Space');
  }
  await tabTo(page, bar.getByRole('button', { name: 'Delete' }), 60);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete these videos?',
    exact: true,
  });
  await expect(question.getByText('The deletion of these videos will be permanent.')).toBeVisible();
  await expect(question.getByText('2 videos', { exact: true })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(bar).toBeFocused();
  for (const id of [dish, games]) await expect.poll(() => storedFiles(kinreel, id)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(select).toBeFocused();
  await expect(card(page, LOVE.title).getByRole('button', { name: 'Permission: Friend' })).toBeVisible();
});

test.describe('60 videos with long titles', () => {
  /** Exactly this number of letters. */
  const letters = (text: string, length = 60) => text.repeat(length).slice(0, length).trim().padEnd(length, 'ا');
  const ARABIC = letters('ماهوأولشيءتتذكرهمنطفولتك ');
  const CHINESE = letters('你童年最早的记忆是什么你和谁一起玩过哪些游戏').replaceAll('ا', '戏');
  const UNBROKEN = letters('Familienerinnerungsgeschichten');
  const PROMPTS = [
    [90_001, ARABIC],
    [90_002, CHINESE],
    [90_003, UNBROKEN],
  ] as const;

  test('[STATE-03][ROUTE-06] a list of 60 is loaded completely by scrolling, the requested video first', async ({
    browser,
    kinreel,
  }) => {
    const owner = await registerByApi(kinreel.origin, {
      ...newPerson('Odalie'),
      firstName: ARABIC,
      lastName: CHINESE,
    });
    const visitor = await person(kinreel, 'Corvin');
    try {
      await withDatabase(kinreel, async (client) => {
        for (const [id, prompt] of PROMPTS)
          await client.query(`insert into prompts values ($1, $2, 'Long titles', $1)`, [id, prompt]);
      });
      const ids = await storedVideos(
        kinreel,
        owner,
        Array.from({ length: 60 }, (_, index) => ({
          prompt: PROMPTS[index % PROMPTS.length]?.[0] ?? FIRST_JOB.prompt,
          permission: 'everyone' as const,
        })),
      );
      const page = await signedInPage(browser, kinreel.origin, owner);
      await page.goto(`/user/${owner.user.id}/videos`);
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(await page.getByRole('article').count()).toBeLessThan(60);
      await expectAccessible(page);

      // Scrolling loads all of them.
      await expect(async () => {
        await page.keyboard.press('End');
        expect(await page.getByRole('article').count()).toBe(60);
      }).toPass({ timeout: 30_000 });

      // The oldest video is not on the first page; it plays if the address names it.
      const viewer = await signedInPage(browser, kinreel.origin, visitor);
      await viewer.setViewportSize({ width: 360, height: 740 });
      await viewer.goto(`/user/${owner.user.id}/videos?autoplay=${ids.at(-1)}`);
      const first = viewer.locator('video');
      await expect(first).toHaveAttribute('src', new RegExp(`/${ids.at(-1)}/`));
      await expect.poll(() => first.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
      expect(await viewer.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(360);
    } finally {
      await withDatabase(kinreel, async (client) => {
        await client.query('delete from videos where owner_id = $1', [owner.user.id]);
        await client.query('delete from prompts where id between 90000 and 99999');
      });
    }
  });
});
