import type { Page } from '@playwright/test';
import { call, connect, registerByApi } from './support/api.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

const FIRST_JOB = { prompt: 26, title: 'What was your first job?', permission: 'family' } as const;

const words = (page: Page) => page.getByRole('region', { name: 'What people say' });
const playerOf = (page: Page) => page.getByRole('region', { name: `Video: ${FIRST_JOB.title}` }).locator('video');
const timeOf = (page: Page) => playerOf(page).evaluate((one: HTMLVideoElement) => one.currentTime);

test('a relative gives a heart and writes about a moment; the owner reads of it behind the bell, plays the moment, sees who watched and removes the note', async ({
  browser,
  kinreel,
}) => {
  const [odalie, ismene] = await Promise.all([
    registerByApi(kinreel.origin, newPerson('Odalie')),
    registerByApi(kinreel.origin, newPerson('Ismene', 'Vale')),
  ]);
  await connect(kinreel.origin, odalie, ismene);
  await call(kinreel.origin, odalie, 'PUT', '/api/notifications/read', {});
  const [video = ''] = await storedVideos(kinreel, odalie, [FIRST_JOB]);

  const theirs = await signedInPage(browser, kinreel.origin, ismene);
  await theirs.goto(`/watch/${video}?t=2`);
  await expect(words(theirs)).toContainText('Say something about this video.');
  await words(theirs).getByRole('button', { name: 'Love this' }).click();
  await expect(words(theirs)).toContainText('You love this');
  await expect.poll(() => timeOf(theirs)).toBeGreaterThan(2);
  await words(theirs).getByLabel('Your words').fill('What a lovely hat');
  await playerOf(theirs).evaluate((one: HTMLVideoElement) => {
    one.pause();
    one.currentTime = 3;
  });
  await words(theirs).getByRole('button', { name: 'Add the time 0:03' }).click();
  await words(theirs).getByRole('button', { name: 'Send' }).click();
  await expect(words(theirs).getByRole('listitem')).toContainText('What a lovely hat');
  await expectGoodScreen(theirs);
  const watched = { seconds: 5, preparation: 1 };
  await call(kinreel.origin, ismene, 'PUT', `/api/video/${video}/position`, watched);

  const own = await signedInPage(browser, kinreel.origin, odalie);
  await own.goto('/info');
  const bell = own.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications, 2 new');
  await bell.click();
  const panel = own.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('link').filter({ hasText: 'Ismene Vale loves your video' })).toBeVisible();
  const notification = panel.getByRole('link').filter({ hasText: 'Ismene Vale said something about your video' });
  await expect(notification).toContainText('What a lovely hat');
  await notification.click();
  // The page opens at the note, and the video does not play.
  await expect(words(own).getByRole('listitem')).toBeFocused();
  await expect(words(own).getByRole('listitem')).toBeInViewport();
  expect(await playerOf(own).evaluate((one: HTMLVideoElement) => one.paused)).toBe(true);
  await expect(words(own)).toContainText('Ismene loves this');
  await words(own).getByRole('button', { name: 'Play from 0:03' }).click();
  await expect.poll(() => timeOf(own)).toBeGreaterThanOrEqual(3);
  await expect(playerOf(own)).toBeInViewport();
  await expect(own.getByText('Watched by Ismene', { exact: true })).toBeVisible();
  await own.getByRole('button', { name: 'Show when' }).click();
  await expect(own.getByRole('list', { name: 'Who watched this, and when' })).toContainText('Ismene Vale');
  await expectGoodScreen(own);
  await words(own)
    .getByRole('button', { name: /^Remove: / })
    .click();
  await own.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(words(own)).toContainText('Say something about this video.');

  await words(own).getByLabel('Who can read this').selectOption('Nobody: turn it off');
  await expect(words(own)).toContainText('Nobody can write here.');
  await theirs.reload();
  await expect(theirs.getByRole('heading', { name: FIRST_JOB.title })).toBeVisible();
  await expect(words(theirs)).toHaveCount(0);

  // She answers with a video of her own.
  await theirs.getByRole('button', { name: 'Answer with a video' }).click();
  await expect(theirs.getByLabel('Title of your video')).toHaveValue(`For Odalie: ${FIRST_JOB.title}`);
  await expectGoodScreen(theirs);
  await theirs.getByRole('button', { name: 'Record an answer' }).click();
  await expect(theirs).toHaveURL(/\/record\?prompt=\d+$/);
  await expect(theirs.getByText(`For Odalie: ${FIRST_JOB.title}`)).toBeVisible();
});
