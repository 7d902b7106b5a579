import { type Browser, chromium, type Page } from '@playwright/test';
import { expect, test } from './support/asserting-test.ts';
import { DEVICES, fakeCameraLaunchOptions } from './support/browser.ts';
import { type Kinreel, startKinreel } from './support/kinreel.ts';
import { linkInMail, verificationLink } from './support/mail.ts';
import { newPerson, type Person } from './support/people.ts';
import { expectGoodScreen } from './support/screen.ts';
import { countTaps, promisedTaps } from './support/taps.ts';

test.setTimeout(240_000);

/** A site without accounts, and a browser with a camera. */
let kinreel: Kinreel;
let camera: Browser;
test.beforeAll(async () => {
  camera = await chromium.launch(fakeCameraLaunchOptions);
  kinreel = await startKinreel({ REGISTRATION: '' });
});
test.afterAll(async () => {
  await camera.close();
  await kinreel.remove();
});

test('the first week: the site owner opens his page with 4 taps, the grandmother he invites records an answer with 5 and fills in six fields, her daughter watches it with 1', async () => {
  const corvin = newPerson('Corvin', 'Ashgrove');
  const odalie = newPerson('Odalie');
  const tavi = newPerson('Tavi');

  // The site owner, on a desktop, opens the address that the server printed at the start.
  await expect.poll(kinreel.output).toMatch(/\/owner\?code=[\w-]{22}/);
  const owner = await person({ width: 1280, height: 800 });
  await owner.goto(/http\S+\/owner\?code=[\w-]{22}/.exec(kinreel.output())?.[0] ?? '');
  let taps = await countTaps(owner);
  await owner.getByRole('link', { name: 'Create the first account' }).click();
  await fillIn(owner, corvin);
  await owner.getByRole('button', { name: 'SIGN UP' }).click();
  await owner.getByRole('button', { name: "Yes, I'll take care of it" }).click();
  await owner.getByRole('link', { name: 'Open the page' }).click();
  await expect(owner.getByRole('radio', { name: /Only invited people/ })).toBeVisible();
  expect(await taps()).toBe(promisedTaps('Open the page of a new site'));

  // He confirms his address and invites his grandmother.
  await owner.goto(await verificationLink(kinreel, corvin.email));
  await owner.getByRole('button', { name: 'Confirm' }).click();
  await expect(owner.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await owner.goto('/login');
  await openConnections(owner);
  await owner.getByRole('button', { name: 'Invite your family' }).click();
  await owner.getByLabel('Email address').fill(odalie.email);
  await owner.getByLabel('Your words (optional)').fill('Grandma, here are the questions.');
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByText(`We sent an email to ${odalie.email}.`)).toBeVisible();

  // The grandmother, on a tablet in portrait format.
  const tablet = await person({ width: 820, height: 1180 });
  await tablet.goto(await linkInMail(kinreel, odalie.email, '/invitation/'));
  await expect(tablet.getByRole('heading', { name: 'Corvin invites you, as family' })).toBeVisible();
  await expect(tablet.getByText('Grandma, here are the questions.')).toBeVisible();
  await expectGoodScreen(tablet);
  taps = await countTaps(tablet);
  expect(await fillIn(tablet, odalie)).toBe(6);
  await taps();
  await tablet.getByRole('button', { name: 'SIGN UP' }).click();
  await expect(tablet.getByText('You are connected with Corvin Ashgrove')).toBeVisible();
  await tablet.getByRole('button', { name: 'Record an answer' }).click();
  await expect(tablet.getByText('We hear you well')).toBeVisible();
  const question = await tablet.getByRole('heading', { level: 1 }).innerText();
  await tablet.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(tablet.getByText(/^Recording 0:0[2-9]$/)).toBeVisible({ timeout: 30_000 });
  await tablet.getByRole('button', { name: 'Finish' }).click();
  await tablet.getByRole('button', { name: 'Save my answer' }).click();
  await expect(tablet.getByRole('heading', { name: 'Who may see it?' })).toBeVisible();
  expect(await taps()).toBe(promisedTaps('Register with an invitation, and record the first answer'));

  // Her daughter has no account.
  await tablet.getByRole('button', { name: 'Done' }).click();
  await expect(tablet.getByText(question).first()).toBeVisible();
  await taps();
  await tablet.getByRole('button', { name: `Share: ${question}` }).click();
  const share = tablet.getByRole('dialog');
  await share.getByRole('button', { name: /Choose who sees it/ }).click();
  // Opening the menu focuses its field.
  await share.getByRole('searchbox').fill(tavi.email);
  await share.getByRole('menuitem', { name: `Invite ${tavi.email}` }).click();
  await expectGoodScreen(tablet);
  await share.getByRole('button', { name: 'Invite as family' }).click();
  await expect(tablet.getByText(`We sent an email to ${tavi.email}.`)).toBeVisible();
  expect(await taps()).toBe(promisedTaps('Share with a person who is not here yet'));

  // The daughter, on a phone.
  const phone = await person({ width: 360, height: 740 });
  await phone.goto(await linkInMail(kinreel, tavi.email, '/invitation/'));
  await expect(phone.getByRole('heading', { name: 'Odalie shared a video with you' })).toBeVisible();
  await expectGoodScreen(phone);
  taps = await countTaps(phone);
  await fillIn(phone, tavi);
  await taps();
  await phone.getByRole('button', { name: 'SIGN UP' }).click();
  await expect
    .poll(() => phone.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 60_000 })
    .toBeGreaterThan(0);
  expect(await taps()).toBe(promisedTaps('Register with an invitation, and watch'));

  // The daughter accepted the family connection when she registered with the invitation.
  await share.getByRole('button', { name: 'Close', exact: true }).click();
  await openConnections(tablet);
  await expect(tablet.getByText('Please confirm your email address')).toHaveCount(0);
  await expect(tablet.getByRole('listitem').filter({ hasText: 'Tavi Fennick' })).toContainText('Family · Leiden');
});

/** A page for one person, in a new context with this screen size. */
async function person(viewport: { width: number; height: number }): Promise<Page> {
  const hasTouch = viewport.width < 1000;
  const context = await camera.newContext({ baseURL: kinreel.origin, viewport, hasTouch, permissions: DEVICES });
  return context.newPage();
}

/** Fills in the registration form. @returns the number of fields that were empty */
async function fillIn(page: Page, { firstName, lastName, email, password }: Person): Promise<number> {
  const values = {
    'First Name': firstName,
    'Last Name': lastName,
    Email: email,
    City: 'Leiden',
    Country: 'Netherlands',
    Birthday: '1944-03-09',
    Password: password,
  };
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  let filled = 0;
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true });
    if (await field.inputValue()) continue;
    await field.fill(value);
    filled += 1;
  }
  return filled;
}

async function openConnections(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Menu/ }).click();
  await page.getByRole('menuitem', { name: 'My Connections' }).click();
}
