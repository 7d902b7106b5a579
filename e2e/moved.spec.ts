import type { User, Video } from '@kinreel/contracts';
import { accessToken, call, connect, registerByApi, shortLink } from './support/api.ts';
import { expect, test } from './support/asserting-test.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { mailsTo } from './support/mail.ts';
import { login, newPerson } from './support/people.ts';
import { storedVideos } from './support/stored-videos.ts';

/** A family whose installation moves from one address to another. */
let kinreel: Kinreel;
test.beforeAll(async () => {
  kinreel = await startKinreel(UNLIMITED);
});
test.afterAll(() => kinreel.remove());

test('[LOGIN-11][SHARE-04] after a new PUBLIC_URL everybody logs in to the same profile, old links lead on, and the start says what to do', async ({
  browser,
}) => {
  const former = kinreel.origin;
  const account = newPerson('Odalie');
  const odalie = await registerByApi(former, account);
  const corvin = await registerByApi(former, newPerson('Corvin', 'Ashgrove'));
  await connect(former, odalie, corvin);
  const [video = ''] = await storedVideos(kinreel, odalie, [{ prompt: 26 }]);
  await call(former, odalie, 'POST', '/api/share', { user_id: [corvin.user.id], video_id: video });
  const link = await shortLink(former, odalie, video);
  await expect.poll(() => mailsTo(kinreel, corvin.user.email)).not.toEqual([]);

  // The same machine, by a name of its own.
  const address = former.replace('127.0.0.1', 'family.localhost');
  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: address, FORMER_URLS: former.replace('127.0.0.1', 'old.localhost') });
  expect(kinreel.output()).toContain(`The address was ${former}, now it is ${address}. Everybody has to log in again.`);

  const token = await accessToken(former, account);
  const again = { ...odalie, token, headers: { authorization: `Bearer ${token}` } };
  expect(await call<User>(former, again, 'GET', '/api/user')).toMatchObject({ id: odalie.user.id });
  expect(await call<Video[]>(former, again, 'GET', '/api/video/userVideos')).toMatchObject([{ id: video }]);

  // The old name is redirected, with the path, and a link in an old mail is still known.
  const path = new URL(link).pathname;
  const moved = await fetch(`${former}${path}`, { redirect: 'manual' });
  expect(moved.status).toBe(302);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${former.replace('127.0.0.1', 'old.localhost')}/about`);
  expect(page.url()).toBe(`${address}/about`);

  // By any other name the browser reads where the site is, and gets there with one tap.
  await page.goto(`${former}/login`);
  await expect(page.getByRole('heading', { name: `This site is at ${new URL(address).host}` })).toBeVisible();
  await page.getByRole('link', { name: `Go to ${new URL(address).host}` }).click();
  await login(page, account);
  await expect(page).toHaveURL(`${address}/user/${odalie.user.id}/videos`);
  await context.close();

  // A second start says nothing about addresses.
  const printed = kinreel.output().length;
  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: address });
  expect(kinreel.output().slice(printed)).not.toContain('The address was');
});
