import { registerByApi } from './support/api.ts';
import { linkInMail } from './support/mail.ts';
import { newPerson, register } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

/** The prompt with this text. */
const FIRST_JOB = 26;
const QUESTION = 'What was your first job?';

test('sharing with somebody who is not here yet takes at most 5 taps; they need 3 and the form, and are connected once they confirm', async ({
  browser,
  kinreel,
}) => {
  const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
  await storedVideos(kinreel, owner, [{ prompt: FIRST_JOB }]);
  const page = await signedInPage(browser, kinreel.origin, owner);
  const newcomer = newPerson('Tavi');
  await page.goto(`/user/${owner.user.id}/videos`);
  await page.getByRole('button', { name: `Share: ${QUESTION}` }).waitFor();
  const taps = await countTaps(page);
  await page.getByRole('button', { name: `Share: ${QUESTION}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Choose who sees it/ }).click();
  // Opening the menu puts the cursor into its field.
  await dialog
    .getByRole('searchbox')
    .or(dialog.getByRole('textbox', { name: /Find/ }))
    .first()
    .fill(newcomer.email);
  await dialog.getByRole('menuitem', { name: `Invite ${newcomer.email}` }).click();
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: 'Invite as family' }).click();
  await expect(page.getByText(`We sent an email to ${newcomer.email}.`)).toBeVisible();
  expect(await taps()).toBeLessThanOrEqual(promisedTaps('Share with somebody who is not here yet'));

  // The first tap is the button in the mail.
  const visitor = await (await browser.newContext({ baseURL: kinreel.origin })).newPage();
  await visitor.goto(await linkInMail(kinreel, newcomer.email, '/invitation/'));
  await expect(visitor.getByRole('heading', { name: 'Odalie shared a video with you' })).toBeVisible();
  await expectGoodScreen(visitor);
  const hers = await countTaps(visitor);
  await visitor.getByRole('link', { name: 'Create an account' }).click();
  await register(visitor, newcomer);
  await expect
    .poll(() => visitor.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 60_000 })
    .toBeGreaterThan(0);
  const inTheMail = 1;
  // SIGN UP is part of the form.
  const signUp = 1;
  expect(inTheMail + (await hers()) - signUp).toBeLessThanOrEqual(
    promisedTaps('Open an invitation and watch, besides the form'),
  );

  // Both are family once she has confirmed.
  await visitor.getByRole('button', { name: /^Notifications/ }).click();
  await visitor.getByRole('link', { name: /Odalie Fennick would like to connect as family/ }).click();
  await visitor.getByRole('button', { name: 'Confirm' }).first().click();
  await expect(visitor.getByText('Now family').first()).toBeVisible();
});
