import { openAsBlob } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { ownVideos, registerByApi, uploadByApi } from '../e2e/support/api.ts';
import { launchOptions } from '../e2e/support/browser.ts';
import { startKinreel, UNLIMITED } from '../e2e/support/kinreel.ts';
import { hdMp4 } from '../e2e/support/media.ts';
import { newPerson } from '../e2e/support/people.ts';
import { countBytes, slowDown } from './support/slow-phone.ts';

/**
 * `npm run bench:slow`: opens a shared video as a visitor on a slow phone, logs in and watches it. 400 kbit/s, 400 ms,
 * CPU four times slower. Prints the seconds until there is text, until the login form can be filled in, until the app
 * responds, and from the click on LOGIN to the first frame. The limit of each is the time that the same bytes need on
 * this connection, with the round trips that no web page can avoid (connection, page, code, data). Medians of three
 * visits. The browser does not throttle requests of the service worker, so the first frame is also measured without it,
 * like for a visitor who logs in before it is installed. Run it on an idle machine.
 */
const KBIT_PER_SECOND = 400;
const ROUND_TRIP_MS = 400;
const CPU_SLOWDOWN = 4;
const PHONE = {
  latency: ROUND_TRIP_MS,
  downloadThroughput: (KBIT_PER_SECOND * 1000) / 8,
  uploadThroughput: (KBIT_PER_SECOND * 1000) / 8,
  cpuSlowdown: CPU_SLOWDOWN,
};
const VISITS = 3;

/** Longest wait for the renditions of the clip. */
const PREPARATION_MS = 300_000;

/** Time to type the email and password. */
const TYPING_MS = 8_000;

/** Round trips before the first byte of a file is available: connection and page, then what the page requests. */
const ROUND_TRIPS = { text: 2, fillable: 2, app: 3, frame: 4 };

interface Measure {
  seconds: number;
  bytes: number;
}
type Visit = Record<keyof typeof ROUND_TRIPS, Measure>;

const kinreel = await startKinreel(UNLIMITED);
const browser = await chromium.launch(launchOptions);
try {
  const owner = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const viewer = newPerson('Bram');
  await registerByApi(kinreel.origin, viewer);
  const { id } = await uploadByApi(kinreel.origin, owner, await openAsBlob(hdMp4()), 'answer.mp4');
  await everyoneMaySee(id);
  const address = `/user/${owner.user.id}/videos?autoplay=${id}`;
  const visits: Visit[] = [];
  const withoutWorker: Visit[] = [];
  for (let index = 0; index < VISITS; index += 1) {
    visits.push(await visit(address, 'allow'));
    withoutWorker.push(await visit(address, 'block'));
  }
  console.log(`${KBIT_PER_SECOND} kbit/s, ${ROUND_TRIP_MS} ms, CPU ${CPU_SLOWDOWN} x slower, median of ${VISITS}`);
  console.log(`${'until'.padEnd(34)}${['seconds', 'KiB', 'limit', 'ratio'].map((name) => name.padStart(9)).join('')}`);
  print('text on the screen', 'text', visits);
  print('the login form can be filled in', 'fillable', visits);
  print('the app answers', 'app', visits);
  print('first frame, after LOGIN', 'frame', visits);
  print('the same without service worker', 'frame', withoutWorker);

  /** Waits until the video has its renditions: a slow connection plays the smallest one. */
  async function everyoneMaySee(videoId: string): Promise<void> {
    const deadline = Date.now() + PREPARATION_MS;
    for (;;) {
      const [video] = await ownVideos(kinreel.origin, owner);
      if (video?.status === 'ready' && video.hls_url) break;
      if (video?.status === 'failed') throw new Error(`The clip could not be prepared: ${video.status_reason}`);
      if (Date.now() > deadline) throw new Error('The clip has no renditions after five minutes');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const response = await fetch(`${kinreel.origin}/api/permission/${videoId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ permission: 'everyone' }),
    });
    if (!response.ok) throw new Error(`The permission could not be changed: ${response.status}`);
  }

  /** One visit in a new browser profile. */
  async function visit(path: string, serviceWorkers: 'allow' | 'block'): Promise<Visit> {
    const viewport = { width: 360, height: 740 };
    const context = await browser.newContext({ baseURL: kinreel.origin, viewport, serviceWorkers });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const received = await countBytes(devtools);
    await slowDown(devtools, PHONE);

    const start = Date.now();
    const measure = (since: number, bytesBefore: number): Measure => ({
      seconds: (Date.now() - since) / 1000,
      bytes: received() - bytesBefore,
    });
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByText('Welcome back! Please enter your details.').waitFor();
    const text = measure(start, 0);
    await page.getByLabel('Email Address').click({ timeout: 60_000 });
    const fillable = measure(start, received());
    // The app does not start while a field has the focus.
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.locator('#early-login').waitFor({ state: 'detached', timeout: 60_000 });
    const app = measure(start, 0);
    await page.getByLabel('Email Address').fill(viewer.email);
    await page.waitForTimeout(TYPING_MS);
    await page.getByLabel('Password', { exact: true }).fill(viewer.password);

    const click = Date.now();
    const before = received();
    await page.getByRole('button', { name: 'LOGIN' }).click({ noWaitAfter: true });
    await firstFrame(page);
    const frame = measure(click, before);
    await context.close();
    return { text, fillable, app, frame };
  }
} finally {
  await browser.close();
  await kinreel.remove();
}

/** Resolves when any video of the page has shown a frame. */
async function firstFrame(page: Page): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const shown = await page
      .evaluate(() =>
        // The player's video element is inside a custom element.
        [...document.querySelectorAll('video')].some((video) => video.readyState >= 2 && video.currentTime > 0),
      )
      .catch(() => false);
    if (shown) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('No frame within two minutes');
}

function print(label: string, key: keyof Visit, visits: readonly Visit[]): void {
  const sorted = visits.map((visit) => visit[key]).sort((a, b) => a.seconds - b.seconds);
  const { seconds, bytes } = sorted[Math.floor(sorted.length / 2)] ?? { seconds: Number.NaN, bytes: Number.NaN };
  const limit = (bytes * 8) / (KBIT_PER_SECOND * 1000) + (ROUND_TRIPS[key] * ROUND_TRIP_MS) / 1000;
  const cells = [seconds.toFixed(1), (bytes / 1024).toFixed(0), limit.toFixed(1), (seconds / limit).toFixed(2)];
  console.log(`${label.padEnd(34)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}
