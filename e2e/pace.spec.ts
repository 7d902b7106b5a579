import { pace as text } from '@kinreel/messages/en/pace';
import { questions } from '@kinreel/messages/en/questions';
import { registerByApi } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Kinreel } from './support/kinreel.ts';
import { mailsTo } from './support/mail.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

/** Their category is Work and money. */
const FIRST = 'What was your first job?';
const SECOND = 'What did you buy with the first money you earned?';
const THIRD = 'What did a usual working day look like for you?';

/** The chosen time comes, and with it the job that runs every five minutes. */
async function aWeekPasses(kinreel: Kinreel, personId: string): Promise<void> {
  await withDatabase(kinreel, async (database) => {
    await database.query(`update paces set next_at = now(), sent_at = sent_at - interval '7 days' where user_id = $1`, [
      personId,
    ]);
    await database.query(
      `insert into pgboss.job (name, data) values ('send-week-questions', '{"job":"send-week-questions","payload":{},"failures":0}')`,
    );
    const isDue = async () =>
      (await database.query('select from paces where user_id = $1 and next_at <= now()', [personId])).rowCount;
    await expect.poll(isDue, { timeout: 30_000 }).toBe(0);
  });
}

test('a question comes each week; two without an answer rest the pace, and an answer wakes it', async ({
  browser,
  kinreel,
}) => {
  const person = newPerson('Odalie');
  const odalie = await registerByApi(kinreel.origin, person);
  const videos = `/user/${odalie.user.id}/videos`;
  const settings = `/user/${odalie.user.id}/edit?tab=notifications`;
  const page = await signedInPage(browser, kinreel.origin, odalie);
  const card = page.getByRole('region', { name: text.title });
  const week = page.getByRole('region', { name: text.week });

  await page.goto(settings);
  await card.getByLabel(text.day, { exact: true }).selectOption('Wednesday');
  await card.getByRole('checkbox', { name: 'Work and money' }).check();
  await card.getByRole('button', { name: text.start }).click();
  await expect(card).toContainText(/Next: Wednesday, .*10:00 AM/);
  await expect(card).toContainText(FIRST);
  await expectGoodScreen(page);

  await aWeekPasses(kinreel, odalie.user.id);
  await page.goto(videos);
  await expect(week.getByRole('heading')).toHaveText(FIRST);
  await expectGoodScreen(page);
  await expect.poll(async () => (await mailsTo(kinreel, person.email)).join()).toContain('/record?prompt=26');

  await aWeekPasses(kinreel, odalie.user.id);
  await page.reload();
  await expect(week.getByRole('heading')).toHaveText(SECOND);
  await page.goto(settings);
  await expect(card).toContainText(text.rests);
  await aWeekPasses(kinreel, odalie.user.id);
  await page.goto(videos);
  await expect(week.getByRole('heading')).toHaveText(SECOND);

  await storedVideos(kinreel, odalie, [{ prompt: 27, permission: 'family' }]);
  await page.goto(settings);
  await expect(card).toContainText(THIRD);
  await aWeekPasses(kinreel, odalie.user.id);
  await page.goto(videos);
  await week.getByRole('button', { name: questions.putAwayOf({ prompt: THIRD }) }).click();
  await expect(page.getByText(text.isPutAway)).toBeVisible();
  await expect(week).toHaveCount(0);
});
