import { call, registerByApi } from './support/api.ts';
import { mailsTo, verificationLink } from './support/mail.ts';
import { idInAddress, newPerson, register } from './support/people.ts';
import { expectGoodScreen, goWithin } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a new person is asked to confirm their address, and the link works in another browser without a login', async ({
  browser,
  page,
  kinreel,
}) => {
  const person = newPerson('Odalie');
  await page.goto('/registration');
  await register(page, person);
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]+\/videos$/);
  const me = idInAddress(page);
  const banner = page.getByRole('region', { name: 'Please confirm your email address' });
  await expect(banner).toContainText(person.email);
  await expectGoodScreen(page);
  await banner.getByRole('button', { name: 'Send it again' }).click();
  await expect(banner).toContainText('We sent it again');

  // It is not shown on forms or while recording.
  for (const path of [`/user/${me}/edit`, '/record']) {
    await goWithin(page, path);
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect(banner).toHaveCount(0);
  }
  await goWithin(page, `/user/${me}/videos`);
  await expect(banner).toBeVisible();

  const other = await (await browser.newContext({ baseURL: kinreel.origin })).newPage();
  await other.goto(await verificationLink(kinreel, person.email));
  await expect(other.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expectGoodScreen(other);
  await other.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(other.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Odalie Fennick' })).toBeVisible();
  await expect(banner).toHaveCount(0);

  // Now they receive mails.
  const friend = await registerByApi(kinreel.origin, newPerson('Bram'));
  expect(await mailsTo(kinreel, person.email)).toEqual([]);
  await call(kinreel.origin, friend, 'POST', '/api/connections', { relationship: 'friend', userB: me });
  await expect.poll(async () => (await mailsTo(kinreel, person.email)).length).toBe(1);
});
