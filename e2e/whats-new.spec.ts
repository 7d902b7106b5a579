import type { Page } from '@playwright/test';
import { call, connect, registerByApi } from './support/api.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

const FIRST_JOB = { prompt: 26, title: 'What was your first job?', permission: 'family' } as const;
const LOVE = { prompt: 2, permission: 'family' } as const;
const PARENT = { prompt: 36, permission: 'family' } as const;

const strip = (page: Page) => page.getByRole('region', { name: 'New today' });
const isPlaying = (page: Page) =>
  expect.poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);

test('a relative watches what is new with 1 tap, then all of it one after the other, and what is seen does not come back', async ({
  browser,
  kinreel,
}) => {
  const [odalie, ismene] = await Promise.all([
    registerByApi(kinreel.origin, newPerson('Odalie')),
    registerByApi(kinreel.origin, newPerson('Ismene', 'Vale')),
  ]);
  await connect(kinreel.origin, odalie, ismene, 'family');
  const [video = ''] = await storedVideos(kinreel, odalie, [FIRST_JOB, LOVE, PARENT]);
  const share = { user_id: [ismene.user.id], video_id: video, message: 'You asked about the nets.' };
  await call(kinreel.origin, odalie, 'POST', '/api/share', share);

  const page = await signedInPage(browser, kinreel.origin, ismene);
  const home = `/user/${ismene.user.id}/videos`;
  await page.goto(home);
  await expect(strip(page).getByRole('listitem')).toHaveCount(3);
  await expect(strip(page).getByRole('listitem').first()).toContainText('You asked about the nets.');
  await expectGoodScreen(page);
  const taps = await countTaps(page);
  await strip(page).getByRole('link', { name: FIRST_JOB.title }).click();
  await expect(page).toHaveURL(`/watch/${video}`);
  await isPlaying(page);
  expect(await taps()).toBe(promisedTaps('Watch what is new'));

  await page.getByRole('link', { name: 'Back to My Videos' }).first().click();
  await expect(strip(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Shared With Me' }).click();
  await strip(page).getByRole('link', { name: 'Play all' }).click();
  await isPlaying(page);
  const first = page.url();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).not.toHaveURL(first);
  await isPlaying(page);
  const isNew = () => call(kinreel.origin, ismene, 'GET', '/api/whats-new');
  await expect.poll(isNew).toEqual({ videos: [], more: false });
  await page.getByRole('link', { name: 'Back to My Videos' }).first().click();
  await expect(page.getByRole('tab', { name: 'Shared With Me', selected: true })).toBeVisible();
  await expect(strip(page).getByRole('listitem')).toHaveCount(0);
});
