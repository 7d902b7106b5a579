import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User, Video } from '@kinreel/contracts';
import { stewards } from '@kinreel/messages/en/stewards';
import { accessToken, call, connect, registerByApi, shortLink } from './support/api.ts';
import { expect, test } from './support/asserting-test.ts';
import { startHttps } from './support/https.ts';
import { type Kinreel, runCommand, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { linkInMail, mailsTo } from './support/mail.ts';
import { browserWebm } from './support/media.ts';
import { login, newPerson } from './support/people.ts';
import { expectGoodScreen } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';

/** Files of two recordings on a device (apps/web/src/features/recording/take-files.ts). One has no bytes yet. */
const TAKES = {
  'a.json': JSON.stringify({ prompt: { id: 3, prompt: 'Who taught you?' }, started: '2026-05-04T10:00:00Z' }),
  'a.mp4': 'newer',
  'b.json': JSON.stringify({ prompt: { id: 2, prompt: 'What was your first job?' }, started: '2026-05-02T10:00:00Z' }),
  'b.webm': 'older',
  'c.json': JSON.stringify({ prompt: { id: 2, prompt: 'What was your first job?' }, started: '2026-05-05T10:00:00Z' }),
  'c.mp4': '',
};

/** A family whose installation moves to another address. */
let kinreel: Kinreel;
test.beforeAll(async () => {
  kinreel = await startKinreel(UNLIMITED);
});
test.afterAll(() => kinreel.remove());

test('[LOGIN-11][SHARE-04] after a new PUBLIC_URL everybody logs in to the same profile, old links redirect, and the start prints instructions', async ({
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

  // The same machine under another name.
  const address = former.replace('127.0.0.1', 'family.localhost');
  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: address, FORMER_URLS: former.replace('127.0.0.1', 'old.localhost') });
  expect(kinreel.output()).toContain(`The address was ${former}, now it is ${address}. Everybody has to log in again.`);

  const token = await accessToken(former, account);
  const again = { ...odalie, token, headers: { authorization: `Bearer ${token}` } };
  expect(await call<User>(former, again, 'GET', '/api/user')).toMatchObject({ id: odalie.user.id });
  expect(await call<Video[]>(former, again, 'GET', '/api/video/userVideos')).toMatchObject([{ id: video }]);

  // The old name redirects and keeps the path; a link from an old mail still works.
  const path = new URL(link).pathname;
  const moved = await fetch(`${former}${path}`, { redirect: 'manual' });
  expect(moved.status).toBe(302);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${former.replace('127.0.0.1', 'old.localhost')}/about?from=mail#top`);
  await expect(page).toHaveURL(`${address}/about?from=mail#top`);

  // Under any other name the page shows the right address and one tap leads there.
  await page.goto(`${former}/login`);
  await expect(page.getByRole('heading', { name: `This site is at ${new URL(address).host}` })).toBeVisible();
  await page.getByRole('link', { name: `Go to ${new URL(address).host}` }).click();
  await login(page, account);
  await expect(page).toHaveURL(`${address}/user/${odalie.user.id}/videos`);
  await context.close();

  // The second start prints nothing about addresses.
  const printed = kinreel.output().length;
  await kinreel.stop();
  const home = address.replace('family.', 'home.family.');
  await kinreel.start({ PUBLIC_URL: address, IDENTITY_ALLOWED_ORIGINS: home });
  expect(kinreel.output().slice(printed)).not.toContain('The address was');

  // Both listed names work at the same time, for the same profile.
  for (const origin of [address, home]) {
    const visit = await browser.newContext();
    const visitor = await visit.newPage();
    await visitor.goto(`${origin}/login`);
    await login(visitor, account);
    await expect(visitor).toHaveURL(`${origin}/user/${odalie.user.id}/videos`);
    await expect(visitor.getByRole('article')).toHaveCount(1);
    await visitor.reload();
    await expect(visitor.getByRole('article')).toHaveCount(1);
    await visit.close();
  }
});

test('[UP-08] recordings that wait in a browser at the former address are offered there, although its service worker has saved the app', async ({
  browser,
}) => {
  const former = kinreel.origin.replace('127.0.0.1', 'before.localhost');
  const address = kinreel.origin.replace('127.0.0.1', 'after.localhost');
  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: former });
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await page.goto(`${former}/about`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    timeout: 60_000,
  });
  await page.evaluate(async (takes) => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('takes', { create: true });
    for (const [name, content] of Object.entries(takes)) {
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await file.write(content);
      await file.close();
    }
  }, TAKES);

  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: address, FORMER_URLS: former });
  // The saved app, until the service worker is replaced.
  await page.goto(`${former}/about?from=mail`);
  const heading = page.getByRole('heading', { name: `This site has moved to ${new URL(address).host}` });
  await expect(heading).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(`${former}/about?from=mail`);
  await expectGoodScreen(page);
  const saved = () =>
    page.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistrations()]);
  await expect.poll(saved).toEqual([[], []]);
  const downloads = page.getByRole('link', { name: /^Download/ });
  await expect(downloads).toHaveText(['Download recording 1, May 2, 2026', 'Download recording 2, May 4, 2026']);
  const [download] = await Promise.all([page.waitForEvent('download'), downloads.first().click()]);
  expect(download.suggestedFilename()).toBe('What was your first job 2026-05-02.webm');
  expect(await readFile(await download.path(), 'utf8')).toBe('older');
  await page.getByRole('link', { name: `Go to ${new URL(address).host}` }).click();
  await expect(page).toHaveURL(`${address}/about?from=mail`);

  // Without recordings nobody sees that page.
  await page.goto(`${former}/about`);
  await expect(heading).toBeVisible();
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('takes', { recursive: true }));
  await page.goto(`${former}/login`);
  await expect(page).toHaveURL(`${address}/login`);
  await context.close();
});

test('[LOGIN-11][SHARE-04][UP-04] after a restore on another machine with https, profiles, videos and earlier links still work', async ({
  browser,
}) => {
  const former = kinreel.origin;
  const accounts = {
    odalie: newPerson('Odalie'),
    corvin: newPerson('Corvin', 'Ashgrove'),
    sol: newPerson('Sol'),
    rina: newPerson('Rina'),
  };
  const odalie = await registerByApi(former, accounts.odalie);
  const corvin = await registerByApi(former, accounts.corvin);
  const sol = await registerByApi(former, accounts.sol);
  await connect(former, odalie, corvin);
  const rina = await registerByApi(former, accounts.rina);
  await connect(former, rina, sol, 'friend');
  const [video = ''] = await storedVideos(kinreel, odalie, [{ prompt: 26 }]);
  await call(former, odalie, 'POST', '/api/share', { user_id: [corvin.user.id], video_id: video });
  const link = await shortLink(former, odalie, video);
  const guest = newPerson('Gia').email;
  await call(former, odalie, 'POST', '/api/invitation/relatives', { email: guest, relationship: 'family' });
  await call(former, rina, 'PUT', `/api/stewards/${sol.user.id}`, { waiting_days: 90 });
  await call(former, sol, 'POST', `/api/stewardships/${rina.user.id}/request`);
  const invitation = await linkInMail(kinreel, guest, '/invitation/');
  const signOfLife = await linkInMail(kinreel, accounts.rina.email, '/here/');
  const clip = await readFile(browserWebm());
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const begun = await fetch(`${former}/files`, {
    method: 'POST',
    headers: { ...tus, ...odalie.headers, 'upload-length': String(clip.length), 'upload-metadata': 'prompt MQ==' },
  });
  const upload = begun.headers.get('location') ?? '';
  const send = (offset: number, end: number, headers: Record<string, string>) =>
    fetch(former + upload, {
      method: 'PATCH',
      headers: { ...tus, ...headers, 'upload-offset': String(offset) },
      body: clip.subarray(offset, end),
    });
  expect((await send(0, 1000, odalie.headers)).status).toBe(204);

  // The same machine under another name: the upload resumes.
  await kinreel.stop();
  await kinreel.start({ PUBLIC_URL: former.replace('127.0.0.1', 'family.localhost') });
  const headers = { authorization: `Bearer ${await accessToken(former, accounts.odalie)}` };
  expect((await send(1000, clip.length, headers)).status).toBe(204);
  const renamed = { ...odalie, headers };
  const sent = await call<Video[]>(former, renamed, 'POST', `/api/uploads/${upload.split('/').at(-1)}/publish`, {
    prompt: 1,
  });
  const ids = [sent]
    .flat()
    .map(({ id }) => id)
    .concat(video)
    .sort();

  // Another machine, behind an https proxy.
  const backups = await mkdtemp(join(tmpdir(), 'kinreel-e2e-backups-'));
  await chmod(backups, 0o777);
  await runCommand(kinreel.dataDir, 'backup', backups);
  await kinreel.stop();
  const https = await startHttps('home.localhost');
  const restored = await startKinreel(
    {
      ...UNLIMITED,
      PUBLIC_URL: https.origin,
      FORMER_URLS: `${former.replace('127.0.0.1', 'family.localhost')},${former}`,
    },
    { prepare: (dataDir) => runCommand(dataDir, 'restore', backups) },
  );
  https.to(restored.origin);
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: https.origin });
    const page = await context.newPage();
    // The address in a mail after the redirect.
    const now = (url: string) => https.origin + new URL(url).pathname;
    await page.goto(now(invitation));
    await expect(page.getByRole('heading', { name: 'Odalie invites you, as family' })).toBeVisible();
    await page.goto(now(signOfLife));
    await page.getByRole('button', { name: stewards.here }).click();
    await expect(page.getByRole('heading', { name: stewards.hereThanks })).toBeVisible();
    await page.goto(now(link));
    await login(page, accounts.sol);
    await expect(page.locator('video')).toBeVisible();
    await expect
      .poll(() => page.locator('video').evaluate((one: HTMLVideoElement) => one.readyState))
      .toBeGreaterThan(1);
    await context.close();

    for (const [name, before] of [
      ['odalie', odalie],
      ['corvin', corvin],
      ['sol', sol],
      ['rina', rina],
    ] as const) {
      const bearer = `Bearer ${await accessToken(restored.origin, accounts[name])}`;
      const now = { ...before, headers: { authorization: bearer } };
      expect(await call<User>(restored.origin, now, 'GET', '/api/user'), name).toMatchObject({ id: before.user.id });
      const own = await call<Video[]>(restored.origin, now, 'GET', '/api/video/userVideos');
      expect(own.map(({ id }) => id).sort(), name).toEqual(name === 'odalie' ? ids : []);
      const shared = await call<Video[]>(restored.origin, now, 'GET', '/api/video/sharedwithme');
      expect(
        shared.map(({ id }) => id),
        name,
        // Sol has redeemed the link.
      ).toEqual(['corvin', 'sol'].includes(name) ? [video] : []);
    }
  } finally {
    await restored.remove();
    await https.close();
    await rm(backups, { recursive: true });
  }
});
