import { openAsBlob } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type ApiPerson, call, connect, registerByApi, uploadByApi } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Kinreel } from './support/kinreel.ts';
import { browserWebm, largeMp4 } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';
import { addConnections } from './support/test-connections.ts';

const FIRST_JOB = { prompt: 26, title: 'What was your first job?' };
const PHONE = { width: 360, height: 740 };

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, text: string) => panel(page).getByRole('link').filter({ hasText: text });

const person = (kinreel: Kinreel, firstName: string, lastName?: string): Promise<ApiPerson> =>
  registerByApi(kinreel.origin, newPerson(firstName, lastName));
const ask = (kinreel: Kinreel, from: ApiPerson, to: ApiPerson, relationship: 'friend' | 'family') =>
  call(kinreel.origin, from, 'POST', '/api/connections', { relationship, userB: to.user.id });
const share = (kinreel: Kinreel, owner: ApiPerson, video: string, to: ApiPerson) =>
  call(kinreel.origin, owner, 'POST', '/api/share', { user_id: [to.user.id], video_id: video });

/** Odalie with a video, and her relative Ismene, who has read all notifications. */
async function family(kinreel: Kinreel): Promise<{ odalie: ApiPerson; ismene: ApiPerson; video: string }> {
  const [odalie, ismene] = await Promise.all([person(kinreel, 'Odalie'), person(kinreel, 'Ismene', 'Vale')]);
  await connect(kinreel.origin, odalie, ismene);
  await call(kinreel.origin, odalie, 'PUT', '/api/notifications/read', {});
  const [video = ''] = await storedVideos(kinreel, odalie, [FIRST_JOB]);
  return { odalie, ismene, video };
}

test('[SHARE-06][WATCH-01] the recipient of a share gets a notification and watches the video with 2 taps, or with the keyboard only; Escape closes the list and returns the focus', async ({
  browser,
  kinreel,
}) => {
  const { odalie, ismene, video } = await family(kinreel);
  const page = await signedInPage(browser, kinreel.origin, ismene);
  await page.goto('/info');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await share(kinreel, odalie, video, ismene);
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');
  await expect(bell(page)).toHaveText('1');
  const taps = await countTaps(page);
  await bell(page).click();
  const notification = row(page, `Odalie Fennick shared a video with you: ${FIRST_JOB.title}`);
  await expect(notification).toContainText('New · just now');
  // Opening the list marks it as read; it stays highlighted as new until the list is closed. The page behind the list
  // is hidden from screen readers, so the bell is found by its label.
  await expect(page.locator('header button[aria-label="Notifications"]')).toBeVisible();
  await expect(notification).toContainText('New');
  await notification.click();
  await expect(page).toHaveURL(`/user/${odalie.user.id}/videos?autoplay=${video}`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const player = page.getByRole('region', { name: `Video: ${FIRST_JOB.title}` }).locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);
  expect(await taps()).toBe(promisedTaps('Watch a video that was shared'));

  // With the keyboard only.
  await goWithin(page, '/info');
  await expect(page.getByRole('heading', { name: 'Info Page' })).toBeVisible();
  const shared = row(page, 'Odalie Fennick shared');
  await tabTo(page, bell(page));
  await page.keyboard.press('Enter');
  await expect(shared).toBeVisible();
  await expect(shared).not.toContainText('New');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shared).toBeVisible();
  await tabTo(page, shared, 5);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/user/${odalie.user.id}/videos?autoplay=${video}`);
  await expect(page.getByRole('region', { name: `Video: ${FIRST_JOB.title}` })).toBeFocused();

  // After the share is removed, the notification no longer names the video.
  await call(kinreel.origin, odalie, 'DELETE', `/api/share/${video}/${ismene.user.id}`);
  await bell(page).click();
  await expect(panel(page).getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await expect(panel(page)).not.toContainText(FIRST_JOB.title);
});

test('[SHARE-06] requests, confirmations and upload results are notifications that link to their page', async ({
  browser,
  kinreel,
}) => {
  const [odalie, tavi] = await Promise.all([person(kinreel, 'Odalie'), person(kinreel, 'Tavi')]);
  const page = await signedInPage(browser, kinreel.origin, odalie);
  await page.goto(`/user/${odalie.user.id}/connections?tab=requests`);
  await expect(page.getByRole('region', { name: 'Requests' })).toBeVisible();
  await ask(kinreel, tavi, odalie, 'family');
  // The target page is already open: its list is reloaded.
  await bell(page).click();
  await row(page, 'Tavi Fennick would like to connect as family').click();
  await expect(page).toHaveURL(`/user/${odalie.user.id}/connections?tab=requests`);
  await page
    .getByRole('region', { name: 'Requests' })
    .getByRole('button', { name: /^Confirm/ })
    .click();

  const other = await signedInPage(browser, kinreel.origin, tavi);
  await expect
    .poll(() => call<{ unread: number }>(kinreel.origin, tavi, 'GET', '/api/notifications/count'))
    .toEqual({ unread: 1 });
  await other.goto('/info');
  await bell(other).click();
  await row(other, 'You and Odalie Fennick are now connected as family').click();
  await expect(other).toHaveURL(`/user/${odalie.user.id}/videos`);
  await other.context().close();

  const broken = await open(largeMp4());
  const { buffer } = await broken.read(Buffer.alloc(1_000_000), 0, 1_000_000, 0);
  await broken.close();
  await uploadByApi(kinreel.origin, odalie, new Blob([buffer]), 'half.mp4', FIRST_JOB.prompt);
  const good = await uploadByApi(kinreel.origin, odalie, await openAsBlob(browserWebm()), 'clip.webm', 3);
  await expect
    .poll(() => call<{ unread: number }>(kinreel.origin, odalie, 'GET', '/api/notifications/count'), {
      timeout: 60_000,
    })
    .toEqual({ unread: 2 });
  await page.goto('/info');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 new');
  await bell(page).click();
  await expect(row(page, `We couldn't use your video: ${FIRST_JOB.title}`)).toBeVisible();
  await row(page, 'Your video is ready: What games did you play').click();
  await expect(page).toHaveURL(`/user/${odalie.user.id}/videos?autoplay=${good.id}`);
  await bell(page).click();
  await row(page, "We couldn't use your video").click();
  await expect(page).toHaveURL(`/user/${odalie.user.id}/uploads`);
});

test('[SHARE-06][ERR-02] loading, error, empty and full list are accessible, and Retry works without a reload', async ({
  browser,
  kinreel,
}) => {
  const odalie = await person(kinreel, 'Odalie');
  const page = await signedInPage(browser, kinreel.origin, odalie);
  await page.goto('/info');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/notifications(\?|$)/, async (route) => {
    await held;
    await route.abort();
  });
  await bell(page).click();
  await expect(panel(page).getByText('Loading notifications')).toBeAttached();
  release();
  await expect(panel(page).getByRole('alert')).toContainText("We couldn't load your notifications");
  await expectGoodScreen(page);
  await page.unroute(/\/api\/notifications(\?|$)/);
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await expectGoodScreen(page);

  await addConnections(
    kinreel,
    odalie.user.id,
    Array.from({ length: 120 }, (_, n) => ({ firstName: `Cousin${n}`, lastName: 'Vale', status: 'pending' as const })),
  );
  await withDatabase(kinreel, (client) =>
    client.query(
      `insert into notifications (id, user_id, kind, actor_id, connection_id, created_at)
       select gen_random_uuid(), addressee_id, 'connection-request', requester_id, id, created_at - interval '2 hours'
       from connections where addressee_id = $1`,
      [odalie.user.id],
    ),
  );
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ new');
  await expect(bell(page)).toHaveText('99+');
  await expectGoodScreen(page);
  await page.setViewportSize(PHONE);
  const bar = page.getByRole('banner');
  let edge = 0;
  for (const control of [
    bar.getByRole('link', { name: 'Kinreel' }),
    bar.getByRole('button', { name: 'Search users by name' }),
    bell(page),
    bar.getByRole('button', { name: 'Menu' }),
  ]) {
    const box = await control.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(edge);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    edge = (box?.x ?? 0) + (box?.width ?? 0);
  }
  expect(edge).toBeLessThanOrEqual(PHONE.width);

  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(50);
  await expectGoodScreen(page);
  await page.route(/\/api\/notifications\?/, (route) => route.abort());
  const more = panel(page).getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(panel(page).getByRole('alert')).toContainText("We couldn't load more notifications.");
  await page.unroute(/\/api\/notifications\?/);
  for (const count of [100, 120]) {
    await more.click();
    await expect(panel(page).getByRole('listitem')).toHaveCount(count);
  }
  await expect(more).toHaveCount(0);
  await expect(panel(page).getByRole('listitem').first()).toContainText(
    'Cousin0 Vale would like to connect as friends',
  );
});

test('[SHARE-06] the bell polls every minute while the tab is visible, and at once when it becomes visible', async ({
  browser,
  kinreel,
}) => {
  const { odalie, ismene, video } = await family(kinreel);
  const page = await signedInPage(browser, kinreel.origin, ismene);
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/notifications/count')) asked += 1;
  });
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.goto('/info');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect.poll(() => asked).toBe(1);
  await share(kinreel, odalie, video, ismene);
  // The page's clock also runs in real time, so the time until here counts.
  await page.clock.runFor(30_000);
  expect(asked).toBe(1);
  await page.clock.runFor(31_000);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new');
  expect(asked).toBe(2);

  await show('hidden');
  await page.clock.runFor(300_000);
  expect(asked).toBe(2);
  await call(kinreel.origin, odalie, 'DELETE', `/api/share/${video}/${ismene.user.id}`);
  await show('visible');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(asked).toBe(3);
});
