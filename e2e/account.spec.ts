import { account as text } from '@kinreel/messages/en/account';
import { leaving } from '@kinreel/messages/en/leaving';
import { registerByApi } from './support/api.ts';
import { linkInMail } from './support/mail.ts';
import { login, newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a person changes password and address, requests the deletion of the account and cancels it', async ({
  browser,
  kinreel,
}) => {
  const person = newPerson('Odalie');
  const { origin } = kinreel;
  const registered = await registerByApi(origin, person);
  const page = await signedInPage(browser, origin, registered);
  const account = `/user/${registered.user.id}/edit?tab=account`;

  await page.goto(account);
  await page.getByRole('button', { name: text.passwordChange }).click();
  await page.getByLabel(text.currentPassword).fill(person.password);
  await page.getByLabel(text.passwordNew).fill('Autumn-Moon-43');
  await page.getByRole('button', { name: text.passwordSave }).click();
  await expect(page.getByText(text.passwordSaved)).toBeVisible();

  const email = `new-${person.email}`;
  await page.getByRole('button', { name: text.emailChange }).click();
  await page.getByLabel(text.emailNew).fill(email);
  await page.getByLabel(text.currentPassword).fill('Autumn-Moon-43');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: text.emailSend }).click();
  await expect(page.getByText(text.emailWaiting({ email }))).toBeVisible();
  await page.goto(await linkInMail(kinreel, email, '/identity/email/confirm'));
  await expectGoodScreen(page);
  await page.getByRole('button', { name: 'Use this address' }).click();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  const user = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/user' && response.ok());
  await login(page, { ...person, email, password: 'Autumn-Moon-43' });
  await expect(page.getByRole('heading', { name: 'Odalie Fennick' })).toBeVisible();

  // The API has the new address as well.
  expect(await (await user).json()).toMatchObject({ email, email_verified: true });
  await goWithin(page, account);
  await expect(page.getByText(text.emailNow({ email }))).toBeVisible();
  await page.getByRole('button', { name: text.deleteAsk }).click();
  const dialog = page.getByRole('dialog', { name: text.deleteDialogTitle });
  await dialog.getByLabel(text.currentPassword).fill('Autumn-Moon-43');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: text.deleteConfirm }).click();
  await expect(page.getByRole('heading', { name: /^Your account will be deleted on / })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('button', { name: leaving.keep }).click();
  await expect(page.getByText(text.emailNow({ email }))).toBeVisible();
});
