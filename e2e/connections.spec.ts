import type { Connection } from '@kinreel/contracts/connections';
import type { Locator, Page } from '@playwright/test';
import { type ApiPerson, call, registerByApi } from './support/api.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';
import { addConnections } from './support/test-connections.ts';

const REMOVE_TITLE = 'Are you sure you want to remove this connection?';
const REMOVE_TEXT = 'The removal of this friend will be permanent.';

const connectionsOf = (person: ApiPerson, tab = '') =>
  `/user/${person.user.id}/connections${tab === '' ? '' : `?tab=${tab}`}`;
const videosOf = (person: ApiPerson) => `/user/${person.user.id}/videos`;
const rowOf = (page: Page, person: ApiPerson): Locator =>
  page.getByRole('listitem').filter({ hasText: `${person.user.first_name} ${person.user.last_name}` });

function ask(origin: string, from: ApiPerson, to: ApiPerson, relationship: 'friend' | 'family'): Promise<Connection> {
  return call(origin, from, 'POST', '/api/connections', { relationship, userB: to.user.id });
}

async function connect(page: Page, as: 'Connect as Friends' | 'Connect as Family'): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('menuitem', { name: as }).click();
}

test('[CONN-01][CONN-02][CONN-03] the button shows no connection, then Pending, then Following after the other person confirms', async ({
  browser,
  kinreel: { origin },
}) => {
  const [odalie, tavi] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Tavi', 'Marrow')),
  ]);
  const [a, b] = await Promise.all([signedInPage(browser, origin, odalie), signedInPage(browser, origin, tavi)]);

  // B's list of requests is open and empty before A sends one.
  await b.goto(connectionsOf(tavi, 'requests'));
  await expect(b.getByText('Nobody is waiting for you')).toBeVisible();

  await a.goto(videosOf(tavi));
  await a.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(a.getByRole('menuitem')).toHaveText(['Connect as Friends', 'Connect as Family']);
  await a.getByRole('menuitem', { name: 'Connect as Family' }).click();
  await expect(a.getByRole('button', { name: 'Pending', exact: true })).toBeFocused();
  await expect(a.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);

  // A sees the request as pending, cannot confirm it, and does not see it under Requests.
  await goWithin(a, connectionsOf(odalie));
  await expect(rowOf(a, tavi)).toContainText('Family, not confirmed yet');
  await expect(a.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);
  await a.getByRole('tab', { name: 'Requests' }).click();
  await expect(a.getByText('Nobody is waiting for you')).toBeVisible();
  await expect(a.getByRole('tab', { name: 'Requests' })).toHaveText('Requests');

  // B sees it only under Requests and confirms it.
  await b.reload();
  await expect(b.getByRole('tab', { name: 'Requests 1 waiting' })).toBeVisible();
  await expect(rowOf(b, odalie)).toContainText('Would like to connect as family');
  await expect(b.getByRole('button', { name: 'Remove Odalie Fennick' })).toBeVisible();
  await b.getByRole('tab', { name: 'All' }).click();
  await expect(b.getByText('Find your people')).toBeVisible();
  await b.getByRole('tab', { name: /^Requests/ }).click();
  await b.getByRole('button', { name: 'Confirm Odalie Fennick' }).click();
  await expect(rowOf(b, odalie)).toContainText('Now family');
  await expect(b.getByRole('tab', { name: 'Requests' })).toHaveText('Requests');
  // Both lists are updated: the request is removed, the connection added.
  await expect(b.getByText('Nobody is waiting for you')).toBeVisible();
  await b.getByRole('tab', { name: 'Family' }).click();
  await expect(rowOf(b, odalie)).toContainText('Family');
  await b.getByRole('tab', { name: 'Friends' }).click();
  await expect(b.getByText('No friends here yet')).toBeVisible();

  for (const [page, other] of [
    [a, tavi],
    [b, odalie],
  ] as const) {
    await page.goto(videosOf(other));
    await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
  }
});

test('[CONN-02][CONN-03][CONN-05] a request is answered on the sender’s profile; a request in the other direction accepts it if the kinds match, otherwise it is rejected with an explanation', async ({
  browser,
  kinreel: { origin },
}) => {
  const [odalie, tavi] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Tavi', 'Marrow')),
  ]);
  const b = await signedInPage(browser, origin, tavi);

  // B's page still shows Connect when A's request arrives.
  await b.goto(videosOf(odalie));
  await expect(b.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await ask(origin, odalie, tavi, 'friend');
  await connect(b, 'Connect as Family');
  await expect(
    b.getByText('This person has already sent you a different request. Please check your requests.'),
  ).toBeVisible();
  await expect(b.getByText('Odalie would like to connect as friends')).toBeVisible();
  await expect(b.getByRole('button', { name: 'Pending', exact: true }), 'only Confirm and Remove').toHaveCount(0);

  // The profile can remove it, with the same confirmation.
  await b.getByRole('button', { name: 'Remove Odalie Fennick' }).click();
  const question = b.getByRole('alertdialog', { name: REMOVE_TITLE });
  await expect(question).toHaveAccessibleDescription(REMOVE_TEXT);
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(b.getByText('The request is removed')).toBeVisible();
  await expect(b.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  expect(await call<Connection[]>(origin, odalie, 'GET', `/api/connections/${odalie.user.id}`)).toEqual([]);

  // The same, but with equal kinds.
  await ask(origin, odalie, tavi, 'friend');
  await connect(b, 'Connect as Friends');
  await expect(b.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
  const [connection, ...none] = await call<Connection[]>(origin, odalie, 'GET', `/api/connections/${odalie.user.id}`);
  expect(connection).toMatchObject({ pending: false, relationship: 'friend', user_B_id: tavi.user.id });
  expect(none).toEqual([]);

  // Confirm it on the profile.
  const perrin = await registerByApi(origin, newPerson('Perrin', 'Vale'));
  await ask(origin, perrin, tavi, 'family');
  await goWithin(b, videosOf(perrin));
  await b.getByRole('button', { name: 'Confirm Perrin Vale' }).click();
  await expect(b.getByText('Now family', { exact: true })).toBeVisible();
  await expect(b.getByRole('button', { name: 'Following', exact: true })).toBeVisible();

  // A person cannot connect with themselves.
  await goWithin(b, videosOf(tavi));
  await expect(b.getByRole('heading', { level: 1, name: 'Tavi Marrow' })).toBeVisible();
  await expect(b.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(0);
});

test('[CONN-04] removing a connection asks with the text of the specification and ends the other person’s access at once', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const [odalie, tavi] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Tavi', 'Marrow')),
  ]);
  const { connection_id: id } = await ask(origin, tavi, odalie, 'friend');
  await call(origin, odalie, 'PUT', `/api/connections/${id}`);
  const [video] = await storedVideos(kinreel, odalie, [{ prompt: 26 }]);
  await call(origin, odalie, 'POST', '/api/share', { video_id: video, user_id: [tavi.user.id] });
  const [a, b] = await Promise.all([signedInPage(browser, origin, odalie), signedInPage(browser, origin, tavi)]);

  await b.goto(videosOf(odalie));
  await b.getByRole('link', { name: /^Play/ }).click();
  const player = b.locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentSrc)).toContain(origin);
  const src = await player.evaluate((one: HTMLVideoElement) => one.currentSrc);
  const firstBytes = () =>
    b.evaluate(async (url) => (await fetch(url, { headers: { range: 'bytes=0-99' }, cache: 'no-store' })).status, src);
  expect(await firstBytes()).toBe(206);

  await a.goto(connectionsOf(odalie, 'friends'));
  await a.getByRole('button', { name: 'Remove Tavi Marrow' }).click();
  const question = a.getByRole('alertdialog', { name: REMOVE_TITLE, exact: true });
  await expect(question).toHaveAccessibleDescription(
    `${REMOVE_TEXT} You and Tavi will no longer see what you shared with each other.`,
  );
  await expect(question.getByRole('button')).toHaveText(['Cancel', 'OK']);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(rowOf(a, tavi)).toBeVisible();

  await a.getByRole('button', { name: 'Remove Tavi Marrow' }).click();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(a.getByText('The connection is removed')).toBeVisible();
  await expect(a.getByText('No friends here yet')).toBeVisible();

  // The next range request is rejected, and nothing is listed.
  expect(await firstBytes()).toBe(404);
  await b.reload();
  await expect(b.getByRole('heading', { name: 'You can no longer watch this video' })).toBeVisible();
  await goWithin(b, videosOf(odalie));
  await expect(b.getByText("hasn't shared any videos with you yet")).toBeVisible();
  await expect(b.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await goWithin(b, `${videosOf(tavi)}?tab=shared-with-me`);
  await expect(b.getByRole('tab', { name: 'Shared With Me', selected: true })).toBeVisible();
  await expect(b.getByRole('article')).toHaveCount(0);
  expect(await call<unknown[]>(origin, tavi, 'GET', '/api/video/sharedwithme')).toEqual([]);
});

test('[PROF-02][CONN-03] the badge counts up to 99 pending requests, then shows 99+; requests are answered with the keyboard only', async ({
  browser,
  kinreel,
}) => {
  const odalie = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const asking = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({
      firstName: `Person${from + place}`,
      lastName: 'Asks',
      status: 'pending' as const,
    }));
  await addConnections(kinreel, odalie.user.id, asking(0, 99));
  const page = await signedInPage(browser, kinreel.origin, odalie);
  await page.goto(connectionsOf(odalie));
  const tab = page.getByRole('tab', { name: /^Requests/ });
  await expect(tab).toHaveAccessibleName('Requests 99 waiting');
  await addConnections(kinreel, odalie.user.id, asking(99, 2));
  await page.reload();
  await expect(tab).toHaveAccessibleName('Requests 99+ waiting');

  // The tabs are one tab stop; arrow keys switch.
  await tabTo(page, page.getByRole('tab', { name: 'All' }));
  await page.keyboard.press('ArrowLeft');
  await expect(tab).toBeFocused();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/\?tab=requests$/);
  const confirm = page.getByRole('button', { name: 'Confirm Person99 Asks' });
  await expect(confirm).toBeVisible();
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Now friends', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Person100 Asks' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: REMOVE_TITLE });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The request is removed')).toBeVisible();
  await expect(page.getByRole('button', { name: /Person100/ })).toHaveCount(0);
  await expect(tab).toHaveAccessibleName('Requests 99 waiting');
  await expect(page.getByRole('link', { name: 'Person0 Asks' })).toBeFocused();
});

const ARABIC = 'عبدالرحمنالمستعصمباللهالهاشميالقرشيالبغداديالاندلسيالدمشقيالحجازي';
const CHINESE = '司马欧阳上官诸葛皇甫尉迟公孙慕容长孙宇文东方夏侯';
const sixty = (text: string) => [...text.repeat(3)].slice(0, 60).join('');

test('[PROF-02][ROUTE-07] the connections view shows loading, empty and error states, and Retry works without a reload', async ({
  browser,
  kinreel,
}) => {
  const odalie = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const page = await signedInPage(browser, kinreel.origin, odalie);
  const calls = '**/api/connections/**';
  const tabs = page.getByRole('tablist', { name: 'My Connections' });

  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(connectionsOf(odalie));
  await expect(tabs.getByRole('tab')).toHaveText(['All', 'Friends', 'Family', 'Requests']);
  await expect(page.getByText('Loading people')).toBeAttached();
  answer();

  const empty = [
    ['All', 'Find your people'],
    ['Friends', 'No friends here yet'],
    ['Family', 'No family here yet'],
    ['Requests', 'Nobody is waiting for you'],
  ] as const;
  for (const [name, words] of empty) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toContainText(words);
  }
  await page.getByRole('tab', { name: 'All' }).click();
  await expectGoodScreen(page);
  await page.unroute(calls);

  await page.route(calls, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We couldn't load your connections")).toBeVisible();
  await page.unroute(calls);
  const visits = await page.evaluate(() => performance.timeOrigin);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Find your people')).toBeVisible();
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(visits);

  await addConnections(kinreel, odalie.user.id, [
    { firstName: 'Tavi', lastName: 'Marrow' },
    { firstName: sixty(ARABIC), lastName: sixty(CHINESE), relationship: 'family' },
    { firstName: 'Perrin', lastName: 'Vale', status: 'pending' },
  ]);
  await page.getByRole('tab', { name: 'Friends' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([/Tavi Marrow/]);
  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect(page.getByRole('button', { name: 'Confirm Perrin Vale' })).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2);
  await expectGoodScreen(page);
});

test('[PROF-02][CONN-02] 120 connections with the longest names in several scripts are paged and never cut off', async ({
  browser,
  kinreel,
}) => {
  const odalie = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const names = Array.from({ length: 120 }, (_, place) => ({
    firstName: sixty([ARABIC, CHINESE, 'Wolfeschlegelsteinhausenbergerdorff'][place % 3] ?? ''),
    lastName: sixty(`${place}${place % 2 ? ARABIC : CHINESE}`),
    relationship: place % 2 ? ('friend' as const) : ('family' as const),
  }));
  await addConnections(kinreel, odalie.user.id, names);
  const page = await signedInPage(browser, kinreel.origin, odalie);
  await page.goto(connectionsOf(odalie));
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveCount(50);

  // If a page fails to load, an error is shown; the next click loads it.
  const more = page.getByRole('button', { name: 'Show more' });
  await page.route('**/api/connections/**', (route) => route.abort());
  await more.click();
  await expect(page.getByText("We couldn't load more people. Please try again.")).toBeVisible();
  await expect(rows).toHaveCount(50);
  await page.unroute('**/api/connections/**');

  for (const count of [100, 120]) {
    await more.click();
    await expect(rows).toHaveCount(count);
  }
  await expect(more).toHaveCount(0);
  const links = page.getByRole('tabpanel').getByRole('listitem').getByRole('link');
  expect(await links.allTextContents()).toEqual(names.map((one) => `${one.firstName} ${one.lastName}`));

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    // No row is wider than the page, and no name or button is wider than its row.
    const outside = await rows.evaluateAll((list) =>
      list
        .filter((row) => {
          const box = row.getBoundingClientRect();
          const parts = [...row.querySelectorAll('a, button')].map((part) => part.getBoundingClientRect());
          const isWhole = parts.every((part) => part.left >= box.left && part.right <= box.right && part.width > 0);
          return !isWhole || box.left < 0 || box.right > window.innerWidth;
        })
        .map((row) => row.textContent),
    );
    expect(outside, `at ${width}`).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0))
      .toBeLessThanOrEqual(width);
  }

  // The longest name, on that person's page.
  await links.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${names[0]?.firstName} ${names[0]?.lastName}`);
  await expect(page.getByRole('button', { name: 'Following', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(360);
});
