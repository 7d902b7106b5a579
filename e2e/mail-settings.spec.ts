import { call, connect, registerByApi } from './support/api.ts';
import { linkInMail } from './support/mail.ts';
import { newPerson } from './support/people.ts';
import { expectAccessible, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

test('a person turns off the mails about shared videos from a mail without login, and wants them weekly again', async ({
  browser,
  kinreel,
  page,
}) => {
  const [odalie, ismene] = await Promise.all([
    registerByApi(kinreel.origin, newPerson('Odalie')),
    registerByApi(kinreel.origin, newPerson('Ismene', 'Vale')),
  ]);
  await connect(kinreel.origin, odalie, ismene);
  const [video = ''] = await storedVideos(kinreel, odalie, [{ prompt: 26, permission: 'family' }]);
  await call(kinreel.origin, odalie, 'POST', '/api/share', { user_id: [ismene.user.id], video_id: video });

  await page.goto(
    await linkInMail(kinreel, ismene.user.email, `/api/mails/unsubscribe/${ismene.user.id}/video-shared`),
  );
  await expect(page.getByText('We send them when someone shares a video with you.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'These emails are off' })).toBeVisible();

  const own = await signedInPage(browser, kinreel.origin, ismene);
  await own.goto((await page.getByRole('link', { name: 'Choose your emails' }).getAttribute('href')) ?? '');
  const pace = own.getByRole('combobox', { name: 'Shared videos: by email' });
  await expect(pace).toHaveValue('never');
  await pace.selectOption('Every Sunday');
  await expect(own.getByText('Saved')).toBeAttached();
  await own.reload();
  await expect(pace).toHaveValue('weekly');
});
