import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UnfinishedUpload, Video } from '@kinreel/contracts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type ApiPerson, call, connect, ownVideos, registerByApi } from './support/api.ts';
import { askingLaunchOptions, DEVICES, fakeCameraLaunchOptions } from './support/browser.ts';
import { startConnectionProxy } from './support/connection-proxy.ts';
import { killProcess } from './support/kinreel.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage } from './support/screen.ts';
import { countTaps, promisedTaps } from './support/taps.ts';
import { expect, test } from './support/test.ts';

// One worker for the whole file: one browser with a camera.
test.describe.configure({ mode: 'default' });

const FIRST_JOB = 'What was your first job?';

/** Text of an upload while the connection or the server is down. */
const WAITING = 'Waiting for your connection. Nothing is lost.';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const savedTake = (page: Page) => page.getByRole('article', { name: `Recording of ${FIRST_JOB}` });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

test.describe('recorder', () => {
  test.setTimeout(240_000);
  let camera: Browser;
  let person: ApiPerson;
  let page: Page;

  test.beforeAll(async () => {
    camera = await chromium.launch(fakeCameraLaunchOptions);
  });
  test.afterAll(() => camera.close());
  test.beforeEach(async ({ kinreel }) => {
    person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    page = await open(camera, kinreel.origin, person);
  });
  test.afterEach(() => page.context().close());

  test('[UP-08][SHARE-02] record with a pause, watch it and save it: 4 taps without the pause, 2 more let one person see it, and the upload is identical to the recording', {
    tag: '@core',
  }, async ({ kinreel }) => {
    const tavi = await registerByApi(kinreel.origin, newPerson('Tavi'));
    await connect(kinreel.origin, person, tavi, 'family');
    // An empty page shows the first question.
    await page.goto(`/user/${person.user.id}/videos`);
    const taps = await countTaps(page);
    await button(page, 'Record an answer').click();
    await expect(page.getByText('We hear you well')).toBeVisible();
    const question = await page.getByRole('heading', { level: 1 }).innerText();
    await expectGoodScreen(page);

    // Record for three seconds, with a pause in which the person tries to leave.
    await record(page, 2);
    let needed = await taps();
    await button(page, 'Pause').click();
    const before = await timeShown(page);
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toContainText('Stop recording?');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep recording' }).click();
    expect(await timeShown(page)).toBe(before);
    await button(page, 'Continue').click();
    await untilRecorded(page, 3);
    await button(page, 'Pause').click();
    const recorded = await elapsedMs(page);
    await taps();
    await button(page, 'Finish').click();
    needed += await taps();
    // The time may be rounded up or down.
    const shown = [Math.floor, Math.ceil].map((round) => `0:${String(round(recorded / 1000)).padStart(2, '0')}`);
    await expect(page.getByText(new RegExp(`^Your answer, (${shown.join('|')})$`))).toBeVisible();
    await expectGoodScreen(page);
    await playsThrough(page);
    await button(page, 'Record again').click();
    await expect(page.getByRole('alertdialog')).toContainText('This recording will be deleted');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);

    const hash = await hashOfShownTake(page);
    await taps();
    await button(page, 'Save my answer').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Who may see it?' })).toBeVisible();
    expect(needed + (await taps())).toBe(promisedTaps('Record an answer'));
    await expect(page.getByText('Your answer is saved.').first()).toBeVisible({ timeout: 60_000 });
    await expectGoodScreen(page);
    await button(page, 'Tavi Fennick').click();
    await expect(page.getByText('When you press Done: Tavi can see this.')).toBeVisible();
    // The alert and the videos page only appear after Done.
    await expect(notices(page)).not.toContainText('Successful Upload');
    await button(page, 'Done').click();
    const video = await uploaded(page, kinreel.origin, person);
    expect(await taps()).toBe(promisedTaps('Let one person see a new answer'));
    expect(video).toMatchObject({ prompt: question, permission: 'invite-only' });
    expect(await call(kinreel.origin, person, 'GET', `/api/share/${video.id}`)).toMatchObject([{ id: tavi.user.id }]);
    const { sha256, seconds, sound } = await storedOriginal(kinreel.origin, person, video);
    expect(sha256).toBe(hash);
    expect(Math.abs(seconds - recorded / 1000)).toBeLessThan(0.5);
    expect(sound).toBe(true);
    // The device's copy is deleted.
    await expect.poll(() => takesOnDevice(page)).toEqual([]);
  });

  test('[UP-08] without WebCodecs MediaRecorder is used, and a crash loses no more than with it', async ({
    kinreel,
  }) => {
    await page.context().addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
    await page.goto(`/user/${person.user.id}/videos`);
    await button(page, 'Choose another question').click();
    await page.getByRole('button', { name: FIRST_JOB }).click();
    await expect(page.getByRole('heading', { level: 1, name: FIRST_JOB })).toBeVisible();
    await record(page, 3);
    await crash(page);
    const other = await page.context().newPage();
    await other.goto('/record');
    await button(other, `Watch it: ${FIRST_JOB}`).click();
    await expect(other.getByText(/^Your answer, 0:\d\d$/)).toBeVisible();
    await button(other, 'Save my answer').click();
    // Leaving without Done shows a notice that can save the permission.
    await other.getByRole('radio', { name: 'Family' }).check();
    await other.getByRole('link', { name: 'Kinreel' }).first().click();
    await expect(notices(other)).toContainText('Your choice is not saved');
    await button(other, 'Save my choice').click();
    const saved = async () => (await ownVideos(kinreel.origin, person))[0];
    await expect.poll(async () => (await saved())?.permission, { timeout: 60_000 }).toBe('family');
    const video = await saved();
    if (!video) throw new Error('No video was uploaded');
    expect((await storedOriginal(kinreel.origin, person, video)).sound).toBe(true);
  });

  test('[UP-08] a recording that was saved on a tablet while the server was down is sent automatically after a reload, with the chosen permission', async ({
    kinreel,
  }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openFor(page);
    await record(page, 2);
    const picture = await page.getByLabel('What your camera sees').boundingBox();
    expect(picture?.width).toBeGreaterThan(760);
    await button(page, 'Finish').click();
    await page.route(/\/files/, (route) => route.abort());
    await button(page, 'Save my answer').click();
    await expect(page.getByText(WAITING)).toBeVisible();
    await page.getByRole('radio', { name: 'Family' }).check();
    await button(page, 'Done').click();
    await expect(page).toHaveURL(`/user/${person.user.id}/videos`);
    await expect(savedTake(page)).toHaveCount(0);
    await page.unrouteAll();
    await page.reload();
    const video = await uploaded(page, kinreel.origin, person);
    expect(video.permission).toBe('family');
    await expect.poll(() => takesOnDevice(page)).toEqual([]);
  });

  test('[UP-08] if the device is full, the recording ends and is saved, and no other one can start', async ({
    kinreel,
  }) => {
    // Only a browser with a profile on disk has a quota.
    const profile = await mkdtemp(join(tmpdir(), 'kinreel-e2e-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...fakeCameraLaunchOptions,
      permissions: DEVICES,
      baseURL: kinreel.origin,
    });
    try {
      await context.addInitScript(cameraOfNoise);
      const small = await context.newPage();
      await small.goto('/about');
      await small.evaluate((token) => localStorage.setItem('accessToken', token), person.token);
      await openFor(small);
      await expect(button(small, 'Record')).toBeVisible();
      const client = await context.newCDPSession(small);
      const { origin } = kinreel;
      const { usage } = await client.send('Storage.getUsageAndQuota', { origin });
      await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: Math.round(usage) + 1_600_000 });
      await button(small, 'Record').click();
      await expect(small.getByText('This device is out of space.')).toBeVisible({ timeout: 90_000 });
      await expect(small.getByText(/^Your answer, 0:\d\d$/)).toBeVisible();
      await playsThrough(small);
      await button(small, 'Record again').click();
      await small.getByRole('alertdialog').getByRole('button', { name: 'Record again' }).click();
      await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
      await button(small, 'Record').click();
      await expect(small.getByRole('alert')).toContainText('This device is out of space');
    } finally {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    }
  });

  test('[UP-08] a text explains the permission request first; if it is refused, the screen says what to do, and a file can be uploaded instead', async ({
    kinreel,
  }) => {
    const browser = await chromium.launch({
      ...askingLaunchOptions,
      args: [...askingLaunchOptions.args, '--deny-permission-prompts'],
    });
    try {
      const refused = await open(browser, kinreel.origin, person, []);
      await openFor(refused);
      await expect(refused.getByText('nothing is sent until you save your answer')).toBeVisible();
      await button(refused, 'Turn on the camera').click();
      await expect(refused.getByRole('alert')).toContainText('The camera is not allowed yet');
      await expect(refused.getByRole('alert')).toContainText('left of the web address');
      await expectGoodScreen(refused);
      await button(refused, 'Upload a file instead').click();
      await expect(refused.getByRole('dialog', { name: 'Upload Video Here!' })).toBeVisible();
    } finally {
      await browser.close();
    }
    const { headers } = await fetch(`${kinreel.origin}/record`);
    expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=(self)');
  });
});

test('[UP-08][UP-04][UP-07] after a crashed tab, a lost connection and a killed server, the recording is listed again, only for its owner, and the upload is identical to it', async ({
  kinreel,
}) => {
  test.setTimeout(300_000);
  const proxy = await startConnectionProxy(kinreel.origin);
  const browser = await chromium.launch(fakeCameraLaunchOptions);
  try {
    const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    const lost = await open(browser, proxy.origin, person);
    await openFor(lost);
    await record(lost, 4);
    // Another tab does not list an active recording.
    const page = await lost.context().newPage();
    await page.goto(`/user/${person.user.id}/videos`);
    await expect(button(page, 'Record an answer')).toBeVisible();
    await expect.poll(() => takesOnDevice(page)).toHaveLength(2);
    await expect(savedTake(page)).toHaveCount(0);

    const least = await elapsedMs(lost);
    await crash(lost);
    await page.reload();
    await expect(savedTake(page)).toContainText('You have a recording from just now, 0:');
    await expectGoodScreen(page);

    // Another person who logs in on this device does not see it.
    const stranger = await registerByApi(kinreel.origin, newPerson('Bram'));
    await page.evaluate((token) => localStorage.setItem('accessToken', token), stranger.token);
    await page.goto(`/user/${stranger.user.id}/videos`);
    await expect(button(page, 'Record an answer')).toBeVisible();
    await goWithin(page, '/record');
    await expect(page.getByRole('button', { name: FIRST_JOB })).toBeVisible();
    await expect(savedTake(page)).toHaveCount(0);
    await page.evaluate((token) => localStorage.setItem('accessToken', token), person.token);

    await page.goto('/record');
    await button(page, `Watch it: ${FIRST_JOB}`).click();
    await expect(page.getByText(/^Your answer, 0:\d\d$/)).toBeVisible();
    await playsThrough(page);
    const hash = await hashOfShownTake(page);

    // The upload takes twenty seconds on this connection.
    const size = await page.evaluate(() => (globalThis as unknown as { shown: Blob }).shown.size);
    await proxy.speed(Math.ceil(size / 20));
    await button(page, 'Save my answer').click();
    const offset = async () =>
      (await call<UnfinishedUpload[]>(kinreel.origin, person, 'GET', '/api/uploads'))[0]?.offset;
    await expect.poll(offset, { timeout: 60_000 }).toBeGreaterThan(0);
    proxy.disconnect();
    await expect(page.getByText(WAITING)).toBeVisible({ timeout: 60_000 });
    proxy.reconnect();
    const before = (await offset()) ?? 0;
    await expect.poll(offset, { timeout: 60_000 }).toBeGreaterThan(before);
    killProcess(kinreel, 'api.ts');
    // Restart before the page's next retry.
    proxy.disconnect();
    const parts: number[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') parts.push(Number(request.headers()['upload-offset']));
    });
    await expect(page.getByText(WAITING)).toBeVisible({ timeout: 60_000 });
    expect(await takesOnDevice(page)).toHaveLength(2);
    await expect.poll(() => isReady(kinreel.origin), { timeout: 60_000 }).toBe(true);
    await proxy.speed();
    proxy.reconnect();
    await expect(page.getByText('Your answer is saved.').first()).toBeVisible({ timeout: 60_000 });
    await button(page, 'Done').click();
    const video = await uploaded(page, proxy.origin, person);
    const { sha256, seconds } = await storedOriginal(kinreel.origin, person, video);
    expect(sha256).toBe(hash);
    // The crash lost about one second.
    expect(seconds).toBeGreaterThan(least / 1000 - 2);
    // It resumed at its offset, not from the start.
    expect(before).toBeGreaterThan(0);
    expect(parts[0]).toBeGreaterThanOrEqual(before);
    await expect.poll(() => takesOnDevice(page)).toEqual([]);
  } finally {
    await browser.close();
    await proxy.close();
  }
});

/** A signed-in page that keeps the last blob with an object URL: the take on the screen. */
async function open(browser: Browser, origin: string, person: ApiPerson, permissions = DEVICES): Promise<Page> {
  const page = await signedInPage(browser, origin, person, { permissions });
  await page.context().addInitScript(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      Object.assign(globalThis, { shown: blob });
      return make(blob);
    };
  });
  return page;
}

async function openFor(page: Page): Promise<void> {
  await page.goto('/record');
  await page.getByRole('button', { name: FIRST_JOB }).click();
  await expect(page.getByRole('heading', { level: 1, name: FIRST_JOB })).toBeVisible();
}

/** Runs in the page. A camera with a strip of noise, which needs so many bytes that a device is full after seconds. */
function cameraOfNoise(): void {
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    for (const track of stream.getVideoTracks()) {
      track.stop();
      stream.removeTrack(track);
    }
    const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
    const context = canvas.getContext('2d');
    const noise = new ImageData(canvas.width, 60);
    const [track] = canvas.captureStream(10).getVideoTracks();
    const timer = setInterval(() => {
      if (track?.readyState === 'ended') clearInterval(timer);
      const pixels = new Uint32Array(noise.data.buffer);
      for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.random() * 2 ** 32;
      context?.putImageData(noise, 0, 0);
    }, 100);
    if (track) stream.addTrack(track);
    return stream;
  };
}

/** Presses Record and waits until this number of seconds is recorded. */
async function record(page: Page, seconds: number): Promise<void> {
  await button(page, 'Record').click();
  await untilRecorded(page, seconds);
}

async function untilRecorded(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(() => elapsedMs(page).catch(() => 0), { timeout: 60_000, intervals: [100] })
    .toBeGreaterThanOrEqual(seconds * 1000);
}

/** Whether the server responds. */
const isReady = (origin: string) =>
  fetch(`${origin}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

const timeShown = (page: Page) => page.getByText(/^(Recording|Paused) \d+:\d\d$/).innerText();

/** The recorded time, in milliseconds. */
async function elapsedMs(page: Page): Promise<number> {
  const time = await page.getByRole('time').getAttribute('datetime', { timeout: 5000 });
  return Number(time?.slice(2, -1)) * 1000;
}

/** Crashes the page's process without running its event handlers. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const client = await page.context().newCDPSession(page);
  void client.send('Page.crash').catch(() => null);
  await crashed;
}

/** File names of the recordings on this device. */
function takesOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('takes').catch(() => null);
    const names: string[] = [];
    if (folder) for await (const name of folder.keys()) names.push(name);
    return names.sort();
  });
}

/** Checks that the take on the screen plays to its end without an error. */
async function playsThrough(page: Page): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    video.playbackRate = 4;
    const ended = new Promise((resolve, reject) => {
      video.onended = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    await video.play();
    await ended;
  });
}

async function hashOfShownTake(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const bytes = await (globalThis as unknown as { shown: Blob }).shown.arrayBuffer();
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
}

/** Waits for the success notice. @returns the video from the server */
async function uploaded(page: Page, origin: string, person: ApiPerson): Promise<Video> {
  await expect(notices(page)).toContainText('Successful Upload', { timeout: 60_000 });
  await expect(page).toHaveURL(`${origin}/user/${person.user.id}/videos`);
  const [video] = await ownVideos(origin, person);
  if (!video) throw new Error('No video was uploaded');
  return video;
}

async function storedOriginal(origin: string, person: ApiPerson, video: Video) {
  const answer = await fetch(`${origin}${video.original_url}`, { headers: person.headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const path = join(tmpdir(), `kinreel-e2e-recording-${process.pid}`);
  writeFileSync(path, bytes);
  const args = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'json', path];
  const found = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })) as {
    format: { duration?: string };
    streams: { codec_type: string }[];
  };
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    seconds: Number(found.format.duration),
    sound: found.streams.some((stream) => stream.codec_type === 'audio'),
  };
}
