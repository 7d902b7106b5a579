import { answerLinks as text } from '@kinreel/messages/en/answer-links';
import { questions } from '@kinreel/messages/en/questions';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type ApiPerson, call, connect, ownVideos, registerByApi } from './support/api.ts';
import { DEVICES, fakeCameraLaunchOptions } from './support/browser.ts';
import type { Kinreel } from './support/kinreel.ts';
import { linkInMail } from './support/mail.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, SIZES, signedInPage } from './support/screen.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

// One browser with a camera.
test.describe.configure({ mode: 'default' });
test.setTimeout(240_000);

const PROMPT = 'What is the first thing you remember?';

let camera: Browser;
test.beforeAll(async () => {
  camera = await chromium.launch(fakeCameraLaunchOptions);
});
test.afterAll(() => camera.close());

/** Mia asks Odalie. */
async function ask({ origin }: Kinreel) {
  const person = newPerson('Odalie');
  const [odalie, mia] = await Promise.all([registerByApi(origin, person), registerByApi(origin, newPerson('Mia'))]);
  await connect(origin, odalie, mia, 'family');
  await call(origin, mia, 'POST', '/api/questions', { user_id: odalie.user.id, prompt_id: 1 });
  return { odalie, mia, email: person.email };
}

/** Odalie's phone, on which nobody is logged in. */
const openPhone = (origin: string) =>
  camera.newContext({
    baseURL: origin,
    permissions: DEVICES,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    viewport: SIZES.phone,
  });

/** Records two seconds, and watches them. @returns the button that sends the answer */
async function record(page: Page) {
  await page.getByRole('button', { name: text.record }).click();
  await expect(page.getByRole('time')).toHaveAttribute('datetime', /^PT[2-9]\./, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  const send = page.getByRole('button', { name: text.send({ asker: 'Mia' }) });
  await expect(send).toBeVisible();
  return send;
}

/** The page where the asker gets the link. @returns the link */
async function linkOf(page: Page, person: ApiPerson): Promise<string> {
  await page.goto(`/user/${person.user.id}/videos`);
  await page.getByRole('button', { name: questions.askName({ name: 'Odalie' }) }).click();
  await page.getByRole('button', { name: questions.asked({ name: 'Odalie', count: 1 }) }).click();
  await page.getByRole('button', { name: text.sendYourselfOf({ prompt: PROMPT }) }).click();
  await expect(page.getByRole('img', { name: text.code })).toBeVisible();
  const sms = await page.getByRole('link', { name: text.bySms }).getAttribute('href');
  return /http\S+$/.exec(decodeURIComponent(sms ?? ''))?.[0] ?? '';
}

test('on a phone a question is answered from its mail, without a password, after scanners have opened the link', async ({
  kinreel,
}) => {
  const { origin } = kinreel;
  const { odalie, email } = await ask(kinreel);
  const link = await linkInMail(kinreel, email, '/answer');
  const context = await openPhone(origin);
  const page = await context.newPage();
  for (let opened = 0; opened < 5; opened += 1) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: PROMPT })).toBeVisible();
  }
  await expect(page.getByText(text.hello({ name: 'Odalie' }))).toBeVisible();
  await expect(page.getByText(text.seen({ asker: 'Mia' }))).toBeVisible();
  await expectGoodScreen(page);
  const taps = await countTaps(page);
  const send = await record(page);
  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: text.sent })).toBeFocused();
  expect(await taps()).toBe(promisedTaps('Answer a question from its mail'));
  await expectGoodScreen(page);
  expect(await ownVideos(origin, odalie)).toMatchObject([{ permission: 'invite-only' }]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: text.answered })).toBeVisible();
  await context.close();
});

test('the asker sends the link, and ends it while the page records: the take stays on the device, and the page says so', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const { odalie, mia } = await ask(kinreel);
  const asker = await signedInPage(browser, origin, mia);
  const link = await linkOf(asker, odalie);
  await expectGoodScreen(asker);
  const context = await openPhone(origin);
  const page = await context.newPage();
  await page.goto(link);
  const send = await record(page);
  await expectGoodScreen(page);
  await asker.getByRole('button', { name: text.end, exact: true }).click();
  await expect(asker.getByText(text.endDone)).toBeVisible();
  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: text.ended })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: text.ended })).toBeVisible();
  await expect(page.getByText(text.kept)).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text.keep }).click(),
  ]);
  expect(download.suggestedFilename()).toContain('first thing you remember');
  expect(await ownVideos(origin, odalie)).toEqual([]);
  await context.close();
});
