import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type ApiPerson, call, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { expect, test } from './support/asserting-test.ts';
import { type Kinreel, killProcess, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { cameraAvi } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';

/** Duration of the video in seconds. */
const DURATION = 14;

/** Encoding speed, relative to playback. */
const SPEED = 1.5;

/** A folder with an ffmpeg that reads its input slowly, so that a video can be watched while it is encoded. */
function slowFfmpeg(): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'kinreel-slow-ffmpeg-'));
  chmodSync(folder, 0o755);
  const path = join(folder, 'ffmpeg');
  const ffmpeg = process.env.FFMPEG_PATH || execFileSync('which', ['ffmpeg'], { encoding: 'utf8' }).trim();
  writeFileSync(
    path,
    `#!/bin/sh\ncase "$*" in *hls_time*) exec ${ffmpeg} -readrate ${SPEED} "$@" ;; esac\nexec ${ffmpeg} "$@"\n`,
    { mode: 0o755 },
  );
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

const seconds = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** Uploads the video and plays it as soon as it can be watched. @returns its id */
async function watchSoon(kinreel: Kinreel, owner: ApiPerson, page: Page): Promise<string> {
  const { id } = await uploadByApi(kinreel.origin, owner, await openAsBlob(cameraAvi(DURATION)), 'Summer 1998.avi');
  await page.goto(`/user/${owner.user.id}/videos`);
  await expect(page.getByText('You can watch this while it is being prepared.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: /^Play/ }).first().click();
  await expect(page).toHaveURL(`/watch/${id}`);
  await expect.poll(() => seconds(page), { timeout: 30_000 }).toBeGreaterThan(0.5);
  return id;
}

test('[VID-01][UP-02] a video plays to its end without a reload while it is encoded, even if the worker is killed; if it is deleted, a text says so', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const slow = slowFfmpeg();
  const kinreel = await startKinreel({ ...UNLIMITED, FFMPEG_PATH: slow.path });
  try {
    const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
    const statusOf = async (id: string) =>
      (await ownVideos(kinreel.origin, owner)).find((video) => video.id === id)?.status;
    const page = await signedInPage(browser, kinreel.origin, owner);
    let loads = 0;
    page.on('load', () => (loads += 1));

    const id = await watchSoon(kinreel, owner, page);
    const before = loads;
    // Less than half of the video can be watched, and it plays.
    await expect.poll(() => seconds(page), { timeout: 30_000 }).toBeGreaterThan(2);
    expect(await statusOf(id)).toBe('processing');
    killProcess(kinreel, 'worker.ts');
    // What the first attempt encoded plays to its end; the second attempt continues from there.
    await expect(page.getByText('You have seen all that is ready. The rest is coming.')).toBeVisible({
      timeout: 60_000,
    });
    await expect.poll(() => seconds(page), { timeout: 90_000 }).toBeGreaterThan(DURATION - 1);
    await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('ready');
    await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible({ timeout: 30_000 });
    expect(loads).toBe(before);

    const deleted = await watchSoon(kinreel, owner, page);
    await call(kinreel.origin, owner, 'DELETE', `/api/video/${deleted}`);
    await expect(page.getByText('You can no longer watch this video').first()).toBeVisible({ timeout: 60_000 });
  } finally {
    await browser.contexts()[0]?.close();
    await kinreel.remove();
    slow.remove();
  }
});
