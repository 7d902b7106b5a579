import { openAsBlob } from 'node:fs';
import { allowPages, createBucket } from '@kinreel/server/testing/s3-bucket';
import { s3SkipReason, startS3Server } from '@kinreel/server/testing/s3-server';
import { ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { expect, test } from './support/asserting-test.ts';
import { startKinreel, UNLIMITED } from './support/kinreel.ts';
import { longerWebm } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';

const reason = s3SkipReason();
test.skip(reason !== null && !process.env.CI, reason ?? '');

test('[VID-05] files in S3 are loaded, played, sought and fetched by scripts directly from S3', async ({ browser }) => {
  const store = await startS3Server();
  const bucket = await createBucket(store);
  const kinreel = await startKinreel({ ...UNLIMITED, ...bucket.env, S3_DELIVERY: 'redirect' });
  try {
    await allowPages(bucket, kinreel.origin);
    const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
    await uploadByApi(kinreel.origin, owner, await openAsBlob(longerWebm()), 'clip.webm', 26);
    await expect
      .poll(async () => (await ownVideos(kinreel.origin, owner))[0]?.status, { timeout: 60_000 })
      .toBe('ready');
    const [video] = await ownVideos(kinreel.origin, owner);

    const page = await signedInPage(browser, kinreel.origin, owner);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`/user/${owner.user.id}/videos`);
    const card = page.getByRole('article');
    await card.getByRole('link', { name: /^Play/ }).click();
    const player = page.locator('video');
    await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2);
    await player.evaluate((one: HTMLVideoElement) => {
      one.pause();
      one.currentTime = 3;
    });
    await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.seeking)).toBe(false);
    expect(await player.evaluate((one: HTMLVideoElement) => one.error)).toBeNull();

    // A range request like those of hls.js: redirected, allowed by the page's policy and the bucket, answered by S3.
    const fetched = await page.evaluate(async (url) => {
      const answer = await fetch(url, { headers: { range: 'bytes=0-99' } });
      return { url: answer.url, status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    }, `/media/videos/${video?.id}/playback`);
    expect(fetched).toMatchObject({ status: 206, bytes: 100 });
    expect(new URL(fetched.url).origin).toBe(store.endpoint);
    expect(complaints).toEqual([]);
  } finally {
    await kinreel.remove();
    await store.stop();
  }
});
