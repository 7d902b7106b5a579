import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Video } from '@kinreel/contracts';
import { picture, testClip, tone } from '@kinreel/server/testing/clips';
import { type ApiPerson, accessToken, call, registerByApi, uploadByApi } from '../e2e/support/api.ts';
import { withDatabase } from '../e2e/support/database.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../e2e/support/kinreel.ts';
import { newPerson } from '../e2e/support/people.ts';
import { type LongClip, longClips } from './support/long-clips.ts';
import { runBare, similarity, storedSizes } from './support/prepared-video.ts';
import { workerCpuSeconds } from './support/processes.ts';
import { saveResults } from './support/results.ts';

/**
 * `npm run bench:media`: how long people wait for their videos, and what preparing them costs.
 *
 * Files: typical files, one at a time on an idle server. Prints the seconds from the last byte until the first frame
 * can be watched, until the first size is complete and until all sizes are. Compares the worker's CPU seconds with
 * those of ffmpeg alone with the same arguments, and the bytes and quality of the result with the original.
 *
 * Fairness: ten people send two long videos each, which must all be encoded, while another person sends clips of ten
 * seconds, one after another. Prints how long the clips and the long videos wait for a worker, and the seconds from the
 * last byte of a clip until it can be watched, compared with a clip on an idle server.
 *
 * `-- --quick` takes shorter files and skips fairness. `-- --only=phone,MiniDV` selects the files with one of these
 * words in their name, and `fairness`. Writes the figures and the tables to test-results/media-bench.json and
 * media-bench.md, each row as soon as it is measured. A file that fails ends only its own row. Run it on an idle
 * machine. With two cores, `--only=H.264` takes about 20 minutes, and everything else together 10 minutes.
 */
const PEOPLE = 10;
const LONG_EACH = 2;
const CLIPS = 20;
const POLL_MS = 200;
const DEADLINE_MS = 1_800_000;

/** Interval for new access tokens: they expire after 15 minutes, and a long video takes longer. */
const RENEWAL_MS = 600_000;

interface Spread {
  median: number;
  p95: number;
}

/** Seconds until a worker takes the video, and until it can be watched. */
interface Fairness {
  quiet: { watchable: number };
  clips: { wait: Spread; watchable: Spread };
  long: { wait: Spread; watchable: Spread };
}

/** Seconds from the last byte, CPU seconds, bytes and SSIM of one file. */
interface FileFigures {
  name: string;
  seconds: number;
  firstFrame: number;
  ready: number;
  whole: number;
  cpu: number;
  bareCpu: number;
  /** Bytes of the original, of an encoded playback file or 0 for a copy, and of the renditions. */
  bytes: { original: number; playback: number; renditions: number };
  /** SSIM of the playback file if it was encoded, and of the largest rendition. Null if they cannot be compared. */
  quality: number | null;
}

const quick = process.argv.includes('--quick');
const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .toLowerCase()
  .split(',');
const isWanted = (name: string) => only === undefined || only.some((word) => name.toLowerCase().includes(word));
const kinreel = await startKinreel(UNLIMITED);
let renewing: ReturnType<typeof setInterval> | undefined;
try {
  const results: Results = { files: [] };
  const owner = newPerson('Odalie');
  const person = await registerByApi(kinreel.origin, owner);
  renewing = setInterval(() => void renew(kinreel, person, owner), RENEWAL_MS);
  const clips = longClips(quick).filter(({ name }) => isWanted(name));
  for (const clip of clips) {
    try {
      results.files.push(await measureFile(kinreel, person, clip));
    } catch (error) {
      console.error(`${clip.name} could not be measured:`, error);
      process.exitCode = 1;
      continue;
    }
    console.log(filesTable(results.files.slice(-1)));
    save(results);
  }
  if (!quick && isWanted('fairness')) {
    results.fairness = await measureFairness(kinreel);
    console.log(fairnessTable(results.fairness));
    save(results);
  }
} finally {
  clearInterval(renewing);
  await kinreel.remove();
}

/** Logs in again. If that fails, the next call reports it. */
async function renew({ origin }: Kinreel, person: ApiPerson, owner: ReturnType<typeof newPerson>): Promise<void> {
  const token = await accessToken(origin, owner).catch(() => null);
  if (token) person.headers.authorization = `Bearer ${token}`;
}

async function measureFile(kinreel: Kinreel, person: ApiPerson, clip: LongClip): Promise<FileFigures> {
  const { origin, dataDir } = kinreel;
  const file = await openAsBlob(clip.path);
  const cpuBefore = workerCpuSeconds(dataDir);
  const { id } = await uploadByApi(origin, person, file, clip.fileName);
  const start = Date.now();
  const after = async (reached: (video: Video) => boolean) => {
    await until(origin, person, id, reached);
    return round((Date.now() - start) / 1000);
  };
  const isReady = ({ status }: Video) => status === 'ready';
  const firstFrame = await after((video) => isReady(video) || video.growing !== null);
  const ready = await after(isReady);
  // Renditions are published together with the preview images.
  const whole = await after(({ preview_url }) => preview_url !== null);
  const cpu = workerCpuSeconds(dataDir) - cpuBefore;

  const [playback, ...renditions] = await storedSizes(kinreel, id);
  if (!playback) throw new Error('There is no playback file');
  const best = renditions[0] ?? playback;
  const quality = clip.comparable ? await similarity(clip.path, best.path) : null;
  // The high dynamic range renditions come last and are not measured.
  await call(origin, person, 'DELETE', `/api/video/${id}`);
  await idle(kinreel);
  const { copied, cpuSeconds: bareCpu } = await runBare(clip, playback.bytes);
  const bytes = {
    original: file.size,
    playback: copied ? 0 : playback.bytes,
    renditions: renditions.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  return { name: clip.name, seconds: clip.seconds, firstFrame, ready, whole, cpu, bareCpu, bytes, quality };
}

/** Waits until the worker is idle. Jobs of a deleted video end at once. */
async function idle(kinreel: Kinreel): Promise<void> {
  const busy = () =>
    withDatabase(kinreel, async (database) => {
      const { rows } = await database.query(
        `select from pgboss.job where name = 'make-high-range' and state < 'completed' limit 1`,
      );
      return rows.length > 0;
    });
  while (await busy()) await delay(POLL_MS);
}

async function measureFairness(kinreel: Kinreel): Promise<Fairness> {
  const { origin } = kinreel;
  const long = await openAsBlob(encodedAs('bench-long.avi', 60));
  const clip = await openAsBlob(encodedAs('bench-clip.avi', 10));
  const viewer = await registerByApi(origin, newPerson('Bram'));
  const quiet = await watchable(origin, viewer, clip);

  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) => registerByApi(origin, newPerson(`Person${String.fromCharCode(65 + n)}`))),
  );
  const longs = people.flatMap((person) => Array.from({ length: LONG_EACH }, () => watchable(origin, person, long)));
  let waiting = longs.length;
  for (const long of longs) void long.then(() => (waiting -= 1));
  const clips: number[] = [];
  do clips.push(await watchable(origin, viewer, clip));
  while (waiting > 0 && clips.length < CLIPS);
  const watchableLongs = await Promise.all(longs);
  const waits = await readWaits(kinreel);
  const isOfViewer = ({ ownerId }: Wait) => ownerId === viewer.user.id;
  const seconds = (some: Wait[]) => some.map(({ wait }) => wait);
  return {
    quiet: { watchable: round(quiet) },
    clips: { wait: spread(seconds(waits.filter(isOfViewer))), watchable: spread(clips) },
    long: { wait: spread(seconds(waits.filter((one) => !isOfViewer(one)))), watchable: spread(watchableLongs) },
  };
}

interface Wait {
  ownerId: string;
  /** In seconds. */
  wait: number;
}

/** Queue wait of each preparation. */
function readWaits(kinreel: Kinreel): Promise<Wait[]> {
  return withDatabase(kinreel, async (database) => {
    const { rows } = await database.query<Wait>(`
      select data ->> 'ownerId' as "ownerId", extract(epoch from started_on - created_on)::float as wait
      from pgboss.job where name = 'prepare-video' and started_on is not null`);
    return rows;
  });
}

/** A video that no browser can play: 640 x 360, 15 frames per second, MPEG-4 in AVI. */
function encodedAs(name: string, seconds: number): string {
  return testClip(name, [
    ...picture(seconds, '640x360', 15),
    ...tone(seconds),
    ...['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'mp2'],
  ]);
}

/** Uploads a file. @returns the seconds from its last byte until it is ready */
async function watchable(origin: string, person: ApiPerson, file: Blob): Promise<number> {
  const { id } = await uploadByApi(origin, person, file, 'answer.avi');
  const start = Date.now();
  await until(origin, person, id, ({ status }) => status === 'ready');
  return (Date.now() - start) / 1000;
}

async function until(origin: string, person: ApiPerson, id: string, reached: (video: Video) => boolean): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    const [video] = await call<Video[]>(origin, person, 'GET', `/api/video/${id}`);
    if (video && reached(video)) return;
    if (video?.status === 'failed') throw new Error(`A video could not be prepared: ${video.status_reason}`);
    await delay(POLL_MS);
  }
  throw new Error('A video was not ready after half an hour');
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { median: at(0.5), p95: at(0.95) };
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

function filesTable(files: readonly FileFigures[]): string {
  const share = (part: number, whole: number) => (part / whole).toFixed(2);
  const rows = files.map(({ name, seconds, firstFrame, ready, whole, cpu, bareCpu, bytes, quality }) => [
    ...[`${name}, ${seconds} s`, firstFrame, ready, whole, cpu.toFixed(1), bareCpu.toFixed(1)],
    `${(((cpu - bareCpu) / bareCpu) * 100).toFixed(1)} %`,
    ...[bytes.playback === 0 ? 'copy' : share(bytes.playback, bytes.original), share(bytes.renditions, bytes.original)],
    ...[share(bytes.playback + bytes.renditions, bytes.original), quality?.toFixed(3) ?? ''],
  ]);
  return [
    '| File | First frame (s) | First size (s) | All (s) | CPU (s) | ffmpeg alone (s) | More | Playback file | Renditions | Together | SSIM |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

function fairnessTable({ quiet, clips, long }: Fairness): string {
  const row = (name: string, { wait, watchable }: Fairness['clips']) =>
    `| ${name} | ${wait.median} | ${wait.p95} | ${watchable.median} | ${watchable.p95} |`;
  return [
    '| Seconds | Waits, median | p95 | Watchable, median | p95 |',
    '|---|---:|---:|---:|---:|',
    `| a clip of 10 s, quiet server | | | ${quiet.watchable} | |`,
    row(`a clip of 10 s while ${PEOPLE * LONG_EACH} long videos of ten people wait`, clips),
    row('the long videos', long),
  ].join('\n');
}

/** The results so far. */
interface Results {
  files: FileFigures[];
  fairness?: Fairness;
}

/** Called after each part, so that an interrupted run keeps its results. */
function save(results: Results): void {
  const { files, fairness } = results;
  const tables = [...(files.length > 0 ? [filesTable(files)] : []), ...(fairness ? [fairnessTable(fairness)] : [])];
  saveResults('media-bench', tables.join('\n\n'), results);
}
