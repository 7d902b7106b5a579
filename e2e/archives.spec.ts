import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Captions } from '@kinreel/contracts';
import { archives as text } from '@kinreel/messages/en/archives';
import { picture, testClip, tone } from '@kinreel/server/testing/clips';
import { unpackBag } from '@kinreel/server/testing/read-bag';
import { call, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an archive downloads as one valid file, whose videos play offline from a folder', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const person = await registerByApi(origin, newPerson('Odalie'));
  // No browser can play this file.
  const tape = testClip('tape.avi', [...picture(2), ...tone(2), '-c:v', 'mpeg4', '-c:a', 'mp2', '-shortest']);
  const { id } = await uploadByApi(origin, person, await openAsBlob(tape), 'tape.avi');
  await expect.poll(async () => (await ownVideos(origin, person))[0]?.status, { timeout: 60_000 }).toBe('ready');
  const { version } = await call<Captions>(origin, person, 'GET', `/api/video/${id}/captions`);
  const cues = [{ start: 0, end: 1.5, text: 'We sold <b>ice</b> & coal.' }];
  await call(origin, person, 'PUT', `/api/video/${id}/captions`, { version, cues });

  const page = await signedInPage(browser, origin, person);
  await page.goto(`/user/${person.user.id}/edit?tab=account`);
  await page.getByRole('button', { name: text.make }).click();
  const download = page.getByRole('link', { name: text.download });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await expectGoodScreen(page);
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-stick-'));
  try {
    const bag = await unpackBag(await file.path(), folder);
    await page.context().close();

    const offline = await browser.newContext({ offline: true });
    const stick = await offline.newPage();
    const complaints: string[] = [];
    stick.on('console', (message) => complaints.push(message.text()));
    await stick.goto(pathToFileURL(join(bag, 'index.html')).href);
    await expect(stick.getByRole('heading', { level: 3 })).toHaveText('What is the first thing you remember?');
    await stick.getByText('What is said').click();
    await expect(stick.getByText('We sold <b>ice</b> & coal.')).toBeVisible();
    await expectGoodScreen(stick);
    const video = stick.locator('video');
    const seen = await video.evaluate(async (element: HTMLVideoElement) => {
      element.muted = true;
      await element.play();
      await new Promise((resolve) => element.addEventListener('ended', resolve));
      const [track] = element.textTracks;
      return { seconds: element.currentTime, cues: [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text) };
    });
    expect(seen.seconds).toBeGreaterThan(1.5);
    expect(seen.cues).toEqual(['We sold &lt;b&gt;ice&lt;/b&gt; &amp; coal.']);
    expect(complaints).toEqual([]);
    await expect(stick.getByRole('link', { name: 'Open the original file: tape.avi' })).toHaveAttribute(
      'href',
      'data/videos/001-what-is-the-first-thing-you-remember/original.avi',
    );
    await offline.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
