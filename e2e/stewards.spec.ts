import { archives as archiveText } from '@kinreel/messages/en/archives';
import { stewards as text } from '@kinreel/messages/en/stewards';
import { watching } from '@kinreel/messages/en/watching';
import { call, connect, registerByApi } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import { newPerson } from './support/people.ts';
import { expectAccessible, goWithin, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'What was your first job?';

test('a steward requests access, waits, watches, gives access and downloads; when the owner returns, everything ends', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const [odalie, sol, gia] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Sol')),
    registerByApi(origin, newPerson('Gia')),
  ]);
  await connect(origin, odalie, sol, 'friend');
  await connect(origin, odalie, gia, 'family');
  const [video, closed] = await storedVideos(kinreel, odalie, [{ prompt: 26 }, { prompt: 27 }]);
  await call(origin, odalie, 'PUT', `/api/stewards/${sol.user.id}`, { waiting_days: 90 });
  await call(origin, odalie, 'PUT', `/api/video/${video}/steward-rule`, { rule: 'give', user_ids: [gia.user.id] });
  await call(origin, odalie, 'PUT', `/api/video/${closed}/steward-rule`, { rule: 'closed' });

  const page = await signedInPage(browser, origin, sol);
  const account = `/user/${sol.user.id}/edit?tab=account`;
  await page.goto(account);
  const row = page.getByRole('listitem').filter({ hasText: text.asked({ name: 'Odalie Fennick' }) });
  await row.getByRole('button', { name: text.request({ name: 'Odalie' }) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: text.requestConfirm }).click();
  await expect(row).toContainText('If we hear nothing from Odalie Fennick, you can begin on');
  // Sets the dates as if the waiting time had passed, with its mails.
  await withDatabase(kinreel, (database) =>
    database.query(
      `update stewards set asked_at = asked_at - interval '90 days', starts_at = now(), started_at = now(), reminders = 2
       where owner_id = $1`,
      [odalie.user.id],
    ),
  );

  await page.goto(`/user/${sol.user.id}/videos`);
  const banner = page.getByRole('region', { name: text.lookingTitle({ name: 'Odalie Fennick' }) });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  // SHOT banner
  await banner.getByRole('link', { name: text.watch }).click();
  await expect(banner.getByRole('link', { name: text.lookingDo })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([PROMPT]);
  // SHOT owner-page
  await goWithin(page, `/watch/${video}`);
  await expect(page.getByRole('link', { name: watching.keep })).toHaveAttribute('href', /\/original\?v=/);
  // SHOT watch
  await page.goto(account);
  await row.getByRole('button', { name: text.gifts }).click();
  await page.getByRole('button', { name: text.giveOf({ prompt: PROMPT, name: 'Gia Fennick' }) }).click();
  await expect(page.getByRole('dialog').getByText(text.given, { exact: true })).toBeVisible();
  await expect.poll(() => call<unknown[]>(origin, gia, 'GET', `/api/video/${video}`)).toHaveLength(1);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: archiveText.make }).click();
  const download = row.getByRole('link', { name: archiveText.download });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  // SHOT account
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  expect(file.suggestedFilename()).toMatch(/^kinreel-odalie-\d{4}-\d\d-\d\d\.zip$/);
  await file.path();

  const back = await signedInPage(browser, origin, odalie);
  await back.goto(`/user/${odalie.user.id}/videos`);
  const welcome = back.getByRole('region', { name: text.backTitle });
  await expect(welcome).toContainText('Sol Fennick looked after your videos from');
  await expectAccessible(back);
  // SHOT-BACK back
  await welcome.getByRole('button', { name: text.understood }).click();
  await expect(welcome).toHaveCount(0);

  const answer = await page.request.get((await download.getAttribute('href')) ?? '');
  expect(answer.status()).toBe(404);
  await page.reload();
  await expect(row).toContainText(text.askedHint({ days: 90 }));
  await expect(row.getByRole('link')).toHaveCount(0);
});
