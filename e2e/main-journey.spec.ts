import type { Page } from '@playwright/test';
import { slowConnection } from './support/connection-proxy.ts';
import { browserWebm, phoneMov } from './support/media.ts';
import { idInAddress, login, newPerson, register } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Chooses a prompt and a file in the upload modal. */
async function upload(page: Page, prompt: string, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload Video' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Video Here!' });
  await dialog.getByRole('radio', { name: prompt }).check();
  await dialog.locator('input[type=file]').setInputFiles(path);
}

/** Playback position of the player, in seconds. */
function playedSeconds(page: Page): Promise<number> {
  return page
    .locator('video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** Status of a request for the first bytes of a video, with this browser's media cookie. */
function firstBytes(page: Page, url: string): Promise<number> {
  return page.evaluate(
    async (address) => (await fetch(address, { headers: { range: 'bytes=0-99' }, cache: 'no-store' })).status,
    url,
  );
}

test('[ROUTE-01][ROUTE-06][REG-04][LOGIN-05][UP-04][UP-05][VID-03][VID-05][SHARE-01][SHARE-04][SHARE-05][HEAD-04] the main journey: upload an answer, watch it, set its permission, share it, open the link, revoke it', {
  tag: '@core',
}, async ({ browser, page: a }) => {
  test.setTimeout(300_000);
  const grandmother = newPerson('Odalie');
  await a.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  // A registers and is then logged in.
  await a.goto('/');
  await expect(a).toHaveURL(/\/login$/);
  await a.getByRole('link', { name: 'Register Now' }).click();
  await register(a, grandmother);
  await expect(a).toHaveURL(/\/user\/[0-9a-f-]+\/videos$/);
  const owner = idInAddress(a);

  // A .mov from a phone over a slow connection: percentage, success alert, card.
  const connection = await slowConnection(a, 200_000);
  await upload(a, 'What was your first job?', phoneMov());
  await expect(
    a
      .getByRole('dialog')
      .getByText(/\b[1-9]\d? ?%/)
      .first(),
  ).toBeVisible();
  await connection.speed();
  await expect(a.getByText('Successful Upload')).toBeVisible({ timeout: 60_000 });
  await expect(a.getByText('Video has been uploaded successfully')).toBeVisible();
  await expect(a).toHaveURL(/\/user\/[0-9a-f-]+\/videos$/);
  const card = a.getByRole('article', { name: 'What was your first job?' });
  await expect(card).toBeVisible();
  await expect(card.getByRole('link', { name: /^Play/ })).toBeVisible({ timeout: 120_000 });

  // Then a .webm.
  await upload(a, 'How did you meet the love of your life?', browserWebm());
  await expect(a.getByText('Video has been uploaded successfully').last()).toBeVisible({ timeout: 60_000 });
  await expect(a.getByRole('article')).toHaveCount(2);

  // It plays, muted and upright.
  await card.getByRole('link', { name: /^Play/ }).click();
  await expect.poll(() => playedSeconds(a)).toBeGreaterThan(0.5);
  const shape = await a
    .locator('video')
    .first()
    .evaluate((v: HTMLVideoElement) => ({ muted: v.muted, upright: v.videoHeight > v.videoWidth }));
  expect(shape).toEqual({ muted: true, upright: true });
  const bytes = `/media/videos/${new URL(a.url()).pathname.split('/').at(-1)}/playback`;
  await a.getByRole('link', { name: 'Back to My Videos' }).click();

  // Change the permission, then create a link for a relative.
  await card.getByRole('button', { name: 'Permission: Invite-only' }).click();
  await a.getByRole('menuitemradio', { name: /^Family/ }).click();
  await expect(card.getByRole('button', { name: 'Permission: Family' })).toBeVisible();
  await card.getByRole('button', { name: /^Share/ }).click();
  const sharing = a.getByRole('dialog');
  await sharing.getByRole('button', { name: 'Give me a link' }).click();
  await sharing.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(sharing.getByRole('button', { name: 'Link copied!' })).toBeVisible();
  const link = await a.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/s\/[\w-]{22}$/);
  await a.keyboard.press('Escape');
  await expect(sharing).toHaveCount(0);

  // A logs out.
  await a.getByRole('button', { name: /menu/i }).click();
  await a.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(a).toHaveURL(/\/login$/);
  expect(await a.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  expect(await firstBytes(a, bytes)).toBe(401);

  // B opens the link, has to log in, registers, and sees that video play.
  const aunt = await browser.newContext();
  const b = await aunt.newPage();
  await b.goto(link);
  await b.getByRole('link', { name: 'Register Now' }).click();
  await register(b, newPerson('Ismene', 'Vale'));
  await expect(b).toHaveURL(new RegExp(`/user/${owner}/videos\\?autoplay=`));
  await expect(b.getByRole('heading', { level: 1, name: 'What was your first job?' })).toBeVisible();
  await expect.poll(() => playedSeconds(b)).toBeGreaterThan(0.5);
  expect(await firstBytes(b, bytes)).toBe(206);

  // C is not connected and cannot see it on any page.
  const stranger = await browser.newContext();
  const c = await stranger.newPage();
  await c.goto(`/user/${owner}/videos`);
  await c.getByRole('link', { name: 'Register Now' }).click();
  await register(c, newPerson('Corvin', 'Ashgrove'));
  await expect(c.getByText("hasn't shared any videos with you yet")).toBeVisible();
  await expect(c.getByRole('article')).toHaveCount(0);
  expect(await firstBytes(c, bytes)).toBe(404);

  // A logs in again and revokes the link. B's next range request is rejected.
  await login(a, grandmother);
  const again = a.getByRole('article', { name: 'What was your first job?' });
  await again.getByRole('button', { name: /^Share/ }).click();
  await a.getByRole('button', { name: /^Turn off link/ }).click();
  await a
    .getByRole('alertdialog', { name: 'Turn off this link?' })
    .getByRole('button', { name: 'Turn off link' })
    .click();
  await expect.poll(() => firstBytes(b, bytes)).toBe(404);
  await aunt.close();
  await stranger.close();
});
