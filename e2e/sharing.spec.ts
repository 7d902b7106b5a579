import type { SharedWithMeVideo, ShortLink } from '@kinreel/contracts';
import type { Browser, Page } from '@playwright/test';
import { type ApiPerson, call, connect, registerByApi, shortLink } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import type { Kinreel } from './support/kinreel.ts';
import { mailsTo } from './support/mail.ts';
import { login, newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

const PROMPT = { prompt: 26, title: 'What was your first job?' };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share this video' });
const links = (page: Page) => dialog(page).getByRole('region', { name: 'Active links' });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const person = (kinreel: Kinreel, firstName: string, lastName?: string): Promise<ApiPerson> =>
  registerByApi(kinreel.origin, newPerson(firstName, lastName));

/** An owner with one video and this number of connections, on the page with the Share button. */
async function family(browser: Browser, kinreel: Kinreel, connections: number) {
  const owner = await person(kinreel, 'Odalie');
  const people: ApiPerson[] = [];
  for (let made = 0; made < connections; made += 1) {
    const one = await person(kinreel, `Corvin${made}`, 'Ashgrove');
    await connect(kinreel.origin, one, owner);
    people.push(one);
  }
  const [video = ''] = await storedVideos(kinreel, owner, [PROMPT]);
  const page = await signedInPage(browser, kinreel.origin, owner, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(`/user/${owner.user.id}/videos`);
  return { owner, people, video, page };
}

const openShare = (page: Page) => page.getByRole('button', { name: `Share: ${PROMPT.title}` }).click();

/** The mails about shared videos to this address. */
const shareMails = async (kinreel: Kinreel, address: string) =>
  (await mailsTo(kinreel, address)).filter((mail) => /^Subject: .*shared a video/m.test(mail));

test('[SHARE-01] Share opens while the owner watches the video, and the page is unchanged when it closes @core', async ({
  browser,
  kinreel,
}) => {
  const { video, page } = await family(browser, kinreel, 1);
  await page.goto(`/watch/${video}`);
  await page.getByRole('button', { name: /^Share/ }).click();
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: PROMPT.title })).toBeVisible();
});

test('[SHARE-01][SHARE-05] opening the dialog creates a link, which can be shown and copied and is the same the next time', async ({
  browser,
  kinreel,
}) => {
  const { owner, video, page } = await family(browser, kinreel, 1);
  await page.clock.install();
  await page.reload();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await openShare(page);
  await expect.poll(() => calls).toContain('POST /api/link');
  await expect(links(page).getByText('No active links')).toBeVisible();
  expect(calls).toContain(`GET /api/connections/${owner.user.id}`);

  const linkOf = async () => (await call<ShortLink[]>(kinreel.origin, owner, 'GET', `/api/link?video_id=${video}`))[0];
  await expect.poll(linkOf).toMatchObject({ asked: false });
  const url = (await linkOf())?.url ?? '';
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{22}$/);
  await expect(dialog(page).getByText(url.replace('http://', ''))).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Give me a link' }).click();
  await expect(dialog(page).getByText(url.replace('http://', ''))).toBeVisible();
  // The new link is listed.
  await expect(links(page).getByRole('listitem')).toHaveCount(1);

  // "Link copied!" is shown for exactly 8,000 ms.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const copied = dialog(page).getByRole('button', { name: 'Link copied!', exact: true });
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await page.clock.runFor(7_999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(dialog(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.clock.resume();

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await openShare(page);
  await dialog(page).getByRole('button', { name: 'Give me a link' }).click();
  await expect(dialog(page).getByText(url.replace('http://', ''))).toBeVisible();
  await expect(links(page).getByRole('listitem')).toHaveCount(1);
});

test('[SHARE-02][SHARE-03][SHARE-06] people are selected in a menu, confirmed, and notified by mail and in the app', async ({
  browser,
  kinreel,
}) => {
  const { owner, people, page } = await family(browser, kinreel, 3);
  const [chosen, leftOut] = people as [ApiPerson, ApiPerson];
  await openShare(page);
  const message = dialog(page).getByLabel('Your message');
  await expect(message).toHaveValue(/^Here's a video I'd like to share with you:/);
  await message.fill("Here's a video I'd like to share with you: how I became a baker");

  await dialog(page).getByRole('button', { name: 'Share', exact: true }).click();
  const alert = dialog(page).getByRole('alert');
  await expect(alert).toHaveText('Error!Select recipient');

  const field = dialog(page).getByRole('button', { name: /Choose who sees it|chosen/ });
  await field.click();
  const menu = page.getByRole('region', { name: 'Your people', exact: true });
  await expect(menu.getByRole('menuitemcheckbox', { name: /Ashgrove/ })).toHaveCount(3);
  await expect(menu.getByRole('menuitemcheckbox').first()).toHaveText('All my family (3)');
  await menu.getByRole('menuitemcheckbox', { name: /Corvin0 Ashgrove/ }).click();
  await menu.getByRole('menuitemcheckbox', { name: /Corvin1 Ashgrove/ }).click();
  await menu.getByRole('menuitemcheckbox', { name: /Corvin2 Ashgrove/ }).click();
  await expect(alert).toHaveCount(0);
  // Selecting a person again removes them.
  await menu.getByRole('menuitemcheckbox', { name: /Corvin2 Ashgrove/ }).click();
  await expect(menu.getByRole('menuitemcheckbox', { name: /Corvin2 Ashgrove/ })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  const chips = dialog(page).getByRole('list', { name: 'Chosen people' });
  await expect(chips.getByRole('listitem')).toHaveText([/Corvin1$/, /Corvin0$/]);
  await chips.getByRole('button', { name: 'Remove Corvin1 Ashgrove' }).click();
  await expect(chips.getByRole('listitem')).toHaveCount(1);
  await expectGoodScreen(page);

  // Errors are shown, and the selection is kept.
  await page.route('**/api/share', (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Share with 1 person' }).click();
  await expect(alert).toContainText("We can't reach Kinreel.");
  await page.unroute('**/api/share');
  await dialog(page).getByRole('button', { name: 'Share with 1 person' }).click();
  await expect(notices(page)).toHaveText('Success!Your video has been shared.');
  await expect(dialog(page)).toHaveCount(0);

  const received = (one: ApiPerson) => call<SharedWithMeVideo[]>(kinreel.origin, one, 'GET', '/api/video/sharedwithme');
  expect(await received(chosen)).toMatchObject([{ prompt: PROMPT.title, email: owner.user.email }]);
  expect(await received(leftOut)).toEqual([]);
  await expect.poll(async () => (await shareMails(kinreel, chosen.user.email)).length).toBe(1);
  const [mail = ''] = await shareMails(kinreel, chosen.user.email);
  expect(mail).toContain("Here's a video I'd like to share with you: how I became a baker");
  expect(mail).toContain(`${kinreel.origin}/user/${owner.user.id}/videos?autoplay=`);
  expect(await shareMails(kinreel, leftOut.user.email)).toEqual([]);

  // The owner sees who has access, and removes the share.
  await openShare(page);
  await dialog(page).getByRole('button', { name: 'Stop sharing with Corvin0 Ashgrove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(dialog(page).getByText('People you shared it with')).toHaveCount(0);
  await expect.poll(() => received(chosen)).toEqual([]);
});

test('[SHARE-04][SHARE-05][ROUTE-06] a signed-out person opens the link, logs in and watches the video; the owner sees who redeemed the link', async ({
  browser,
  kinreel,
}) => {
  const { owner, video, page } = await family(browser, kinreel, 0);
  const aunt = newPerson('Ismene', 'Vale');
  await registerByApi(kinreel.origin, aunt);
  const link = await shortLink(kinreel.origin, owner, video);
  const redirect = await fetch(link, { redirect: 'manual' });
  expect(redirect.headers.get('location')).toBe(
    `${kinreel.origin}/user/${owner.user.id}/videos?autoplay=${video}&share=${link.split('/').at(-1)}`,
  );

  const visitor = await (await browser.newContext({ baseURL: kinreel.origin })).newPage();
  // On a slow connection the first page names the sender before any code of the app has loaded.
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await visitor.route('**/assets/*.js', (route) => arrives.then(() => route.continue()));
  await visitor.goto(link, { waitUntil: 'commit' });
  await expect(visitor.locator('.first-paint').getByText('Odalie shared a video with you')).toBeVisible();
  arrive();
  await expect(visitor.getByRole('heading', { name: 'Odalie shared a video with you' })).toBeVisible();
  await login(visitor, aunt);
  await expect(visitor.getByRole('heading', { level: 1, name: PROMPT.title })).toBeVisible();
  const player = visitor.locator('video').first();
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
  expect(await player.evaluate((one: HTMLVideoElement) => one.volume)).toBe(0);
  // Back leads to the list without the link.
  await visitor.getByRole('link', { name: 'Back to Videos of Odalie' }).first().click();
  await expect(visitor.getByRole('article')).toHaveCount(1);
  await expect(visitor).toHaveURL(`/user/${owner.user.id}/videos`);

  // A link for a week is listed with the day on which it expires.
  await openShare(page);
  await expect(links(page).getByRole('listitem')).toContainText(['Opened by Ismene Vale']);
  await expectGoodScreen(page);
  await dialog(page).getByLabel('How long the link works').selectOption('7');
  await dialog(page).getByRole('button', { name: 'Give me a link' }).click();
  await expect(links(page).getByRole('listitem')).toHaveCount(2);
  const end = new Date(Date.now() + 7 * 86_400_000);
  const two = (part: number) => String(part).padStart(2, '0');
  await expect(links(page)).toContainText(
    `works until ${two(end.getMonth() + 1)}/${two(end.getDate())}/${end.getFullYear()}`,
  );
  const all = await call<ShortLink[]>(kinreel.origin, owner, 'GET', `/api/link?video_id=${video}`);
  const week = all.find((one) => one.expires_at !== null);
  expect((await fetch(week?.url ?? '', { redirect: 'manual' })).status).toBe(302);
  await withDatabase(kinreel, (client) =>
    client.query(`update short_links set expires_at = now() - interval '1 second' where id = $1`, [week?.id]),
  );
  expect((await fetch(week?.url ?? '', { redirect: 'manual' })).status).toBe(404);

  // A revoked link no longer works, and the people who redeemed it lose access.
  await page.keyboard.press('Escape');
  await openShare(page);
  await expect(links(page).getByRole('listitem')).toHaveCount(1);
  await links(page)
    .getByRole('button', { name: /^Turn off link/ })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Turn off this link?' })
    .getByRole('button', { name: 'Turn off link' })
    .click();
  await expect(links(page)).toContainText('No active links');
  await visitor.goto(`/user/${owner.user.id}/videos`);
  await expect(visitor.getByText("hasn't shared any videos with you yet")).toBeVisible();
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('[SHARE-01][ERR-02] people and links show loading, empty and error states; Retry loads them', async ({
  browser,
  kinreel,
}) => {
  const { owner, page } = await family(browser, kinreel, 0);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const broken = [`**/api/connections/${owner.user.id}*`, '**/api/link*', '**/api/share/*'];
  for (const url of broken) {
    await page.route(url, async (route) => {
      await asked;
      await route.abort();
    });
  }
  await openShare(page);
  await expect(dialog(page).getByLabel('Loading your people')).toBeVisible();
  await expect(dialog(page).getByLabel('Loading your links')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Give me a link' }).click();
  answer();
  const failed = (text: string) => dialog(page).getByRole('alert').filter({ hasText: text });
  const problems = [
    "We couldn't load your people",
    "We couldn't load your links",
    "We couldn't create the link",
    "We couldn't load who has this video",
  ];
  for (const problem of problems) await expect(failed(problem)).toBeVisible();
  await expectGoodScreen(page);
  for (const url of broken) await page.unroute(url);
  for (const problem of problems) await failed(problem).getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /Choose who sees it/ })
    .click();
  await expect(dialog(page).getByText('Type an email address to invite someone.')).toBeVisible();
  await expect(links(page).getByRole('listitem')).toHaveCount(1);
});

test('[SHARE-01][SHARE-02][SHARE-03][VID-08] sharing with a connected person takes 4 taps, and seeing who can watch the video takes one; sharing and copying a link works with the keyboard only', async ({
  browser,
  kinreel,
}) => {
  const { page } = await family(browser, kinreel, 2);
  const card = page.getByRole('article', { name: PROMPT.title });
  await card.getByRole('button', { name: /^Only you can see this/ }).waitFor();
  const sharing = await countTaps(page);
  await openShare(page);
  await dialog(page)
    .getByRole('button', { name: /Choose who sees it/ })
    .click();
  await page.getByRole('menuitemcheckbox', { name: /Corvin0 Ashgrove/ }).click();
  // The menu is still open: the first press already acts.
  await dialog(page).getByRole('button', { name: 'Share with 1 person' }).click();
  await expect(notices(page)).toContainText('Your video has been shared.');
  await expect(dialog(page)).toHaveCount(0);
  expect(await sharing()).toBe(promisedTaps('Share with a connected person'));

  const looking = await countTaps(page);
  await card.getByRole('button', { name: /^Corvin0 can see this/ }).click();
  const audience = page.getByRole('dialog', { name: 'Who can see this' });
  await expect(audience.getByRole('listitem')).toContainText(['Corvin0 Ashgrove']);
  expect(await looking()).toBe(promisedTaps('See who can see a video'));
  await expectGoodScreen(page);

  // Changing the permission here updates the card immediately.
  await audience.getByRole('radio', { name: /^Family/ }).click();
  await expect(audience.getByText('Saved')).toBeVisible();
  const stop = audience.getByRole('button', { name: 'Stop sharing with Corvin0 Ashgrove' });
  await stop.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(audience.getByRole('heading', { name: 'Your family can see this (2 people)' })).toBeVisible();
  await expect(stop).toHaveCount(0);
  await audience.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByRole('button', { name: /^Your family can see this \(2 people\)/ })).toBeFocused();

  // With the keyboard only.
  const share = page.getByRole('button', { name: `Share: ${PROMPT.title}` });
  await tabTo(page, share);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await tabTo(page, dialog(page).getByRole('button', { name: 'Give me a link' }));
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Link copied!' })).toBeFocused();

  await tabTo(page, dialog(page).getByRole('button', { name: /Choose who sees it/ }));
  await page.keyboard.press('Enter');
  // From the find box past "All my family" to the first person.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('list', { name: 'Chosen people' }).getByRole('listitem')).toHaveCount(1);
  await tabTo(page, dialog(page).getByRole('button', { name: 'Share with 1 person' }));
  await page.keyboard.press('Enter');
  await expect(notices(page)).toContainText('Your video has been shared.');
  await expect(share).toBeFocused();
});
