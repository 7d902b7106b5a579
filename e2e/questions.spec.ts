import { openAsBlob } from 'node:fs';
import { questions as text } from '@kinreel/messages/en/questions';
import { call, connect, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { browserWebm } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'What was your first job?';
const OTHER_PROMPT = 'What is the first thing you remember?';

test('a question is asked on one page, answered on the other with an uploaded video, and the asker watches the answer', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const [odalie, mia] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Mia')),
  ]);
  await connect(origin, odalie, mia, 'family');
  await call(origin, mia, 'POST', '/api/questions', { user_id: odalie.user.id, prompt_id: 1 });

  const asker = await signedInPage(browser, origin, mia);
  await asker.goto(`/user/${odalie.user.id}/videos`);
  await asker.getByRole('button', { name: text.askName({ name: 'Odalie' }) }).click();
  const dialog = asker.getByRole('dialog', { name: text.askOf({ name: 'Odalie' }) });
  await dialog.getByRole('button', { name: text.asked({ name: 'Odalie', count: 1 }) }).click();
  await expect(dialog.getByRole('button', { name: text.withdrawOf({ prompt: OTHER_PROMPT }) })).toBeVisible();
  await dialog.getByRole('radio', { name: PROMPT }).check();
  await expectGoodScreen(asker);
  await dialog.getByRole('button', { name: text.send({ name: 'Odalie' }) }).click();
  await expect(asker.getByText(text.sent({ name: 'Odalie' }))).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const page = await signedInPage(browser, origin, odalie);
  await page.goto(`/user/${odalie.user.id}/videos`);
  const waiting = page.getByRole('region', { name: text.waiting });
  await expect(waiting.getByRole('heading')).toHaveText([OTHER_PROMPT, PROMPT]);
  await expect(waiting.getByText(text.asks({ name: 'Mia' }))).toHaveCount(2);
  await expectGoodScreen(page);
  const putAway = waiting.getByRole('button', { name: text.putAwayOf({ prompt: OTHER_PROMPT }) });
  await putAway.click();
  await page.getByRole('button', { name: text.undo }).click();
  await putAway.click();
  await expect(waiting.getByRole('heading')).toHaveText([PROMPT]);

  await waiting.getByRole('button', { name: text.uploadOf({ prompt: PROMPT }) }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Video Here!' });
  await expect(upload.getByRole('radio', { name: PROMPT })).toBeChecked();
  await page.locator('input[type=file]').setInputFiles(browserWebm());
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Successful Upload');
  await expect(waiting).toHaveCount(0);
  await expect(page.getByText(/Mia can see this: What was your first job\?/)).toBeVisible();
  await expect
    .poll(async () => (await ownVideos(origin, odalie)).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(['ready']);

  await asker.reload();
  await asker
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await asker
    .getByRole('link')
    .filter({ hasText: `Odalie Fennick answered your question: ${PROMPT}` })
    .click();
  await expect(asker).toHaveURL(new RegExp(`/user/${odalie.user.id}/videos\\?autoplay=`));
  await expect(asker.locator('video')).toBeVisible();
});

test('a question about a moment of a video, in own words, plays that moment for its owner, and is answered', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const [odalie, mia] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Mia')),
  ]);
  await connect(origin, odalie, mia, 'family');
  const video = await uploadByApi(origin, odalie, await openAsBlob(browserWebm()), 'job.webm', 26);
  await call(origin, odalie, 'PUT', `/api/permission/${video.id}`, { permission: 'family' });
  await expect
    .poll(async () => (await ownVideos(origin, odalie)).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(['ready']);

  const asker = await signedInPage(browser, origin, mia);
  await asker.goto(`/watch/${video.id}`);
  await asker.getByRole('button', { name: text.askMoment }).click();
  const dialog = asker.getByRole('dialog', { name: text.askAbout({ name: 'Odalie' }) });
  await dialog.getByRole('textbox', { name: text.wordsAbout }).fill('Who is that?');
  await expectGoodScreen(asker);
  await dialog.getByRole('button', { name: text.send({ name: 'Odalie' }) }).click();
  await expect(asker.getByText(text.sent({ name: 'Odalie' }))).toBeVisible();

  const page = await signedInPage(browser, origin, odalie);
  await page.goto(`/user/${odalie.user.id}/videos`);
  const waiting = page.getByRole('region', { name: text.waiting });
  await expect(waiting.getByRole('heading')).toHaveText(['Who is that?']);
  await waiting.getByRole('button', { name: text.play }).click();
  await expect(waiting.locator('video')).toBeVisible();
  await expectGoodScreen(page);

  await waiting.getByRole('button', { name: text.uploadOf({ prompt: 'Who is that?' }) }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Video Here!' });
  await expect(upload.getByRole('radio', { name: 'Who is that?' })).toBeChecked();
  await page.locator('input[type=file]').setInputFiles(browserWebm());
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Successful Upload');
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Who is that?' })).toBeVisible();
});
