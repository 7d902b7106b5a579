import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Video } from '@kinreel/contracts';
import { picture, testClip, tone } from '@kinreel/server/testing/clips';
import { type ApiPerson, call, registerByApi, uploadByApi } from '../e2e/support/api.ts';
import { withDatabase } from '../e2e/support/database.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../e2e/support/kinreel.ts';
import { newPerson } from '../e2e/support/people.ts';

/**
 * `npm run bench:media`: how long people wait for their videos.
 *
 * Fairness: ten people send two long videos each, all of which must be encoded. Meanwhile an eleventh person sends clips of
 * ten seconds, one after the other. Prints how long the clips and the long videos wait until a worker takes them, and how long
 * it takes from the last byte until they can be watched, beside a clip on a quiet server. `-- --write` saves the figures in docs/media-bench.json and the table in
 * docs/performance.md. Run it on an idle machine.
 */
const PEOPLE = 10;
const LONG_EACH = 2;
const CLIPS = 20;
const POLL_MS = 200;
const DEADLINE_MS = 1_800_000;

const docs = join(import.meta.dirname, '../docs');

interface Spread {
  median: number;
  p95: number;
}

/** In seconds: until a worker takes the video, and until it can be watched. */
interface Fairness {
  quiet: { watchable: number };
  clips: { wait: Spread; watchable: Spread };
  long: { wait: Spread; watchable: Spread };
}

const kinreel = await startKinreel(UNLIMITED);
try {
  const fairness = await measureFairness(kinreel);
  console.log(JSON.stringify({ fairness }, null, 2));
  console.log(tableOf(fairness));
  if (process.argv.includes('--write')) save(fairness);
} finally {
  await kinreel.remove();
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
  /** Seconds. */
  wait: number;
}

/** How long each preparation waited in the queue. */
function readWaits(kinreel: Kinreel): Promise<Wait[]> {
  return withDatabase(kinreel, async (database) => {
    const { rows } = await database.query<Wait>(`
      select data ->> 'ownerId' as "ownerId", extract(epoch from started_on - created_on)::float as wait
      from pgboss.job where name = 'prepare-video' and started_on is not null`);
    return rows;
  });
}

/** A video that no browser plays: 640 x 360, 15 frames per second, MPEG-4 in AVI. */
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
  while (Date.now() < start + DEADLINE_MS) {
    const [video] = await call<Video[]>(origin, person, 'GET', `/api/video/${id}`);
    if (video?.status === 'ready') return (Date.now() - start) / 1000;
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

function tableOf({ quiet, clips, long }: Fairness): string {
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

/** Replaces the table between the two marks of docs/performance.md. */
function save(fairness: Fairness): void {
  writeFileSync(join(docs, 'media-bench.json'), `${JSON.stringify({ fairness }, null, 2)}\n`);
  const path = join(docs, 'performance.md');
  const [before = '', after = ''] = readFileSync(path, 'utf8').split(
    /<!-- fairness -->[\s\S]*<!-- end of fairness -->/,
  );
  writeFileSync(path, `${before}<!-- fairness -->\n${tableOf(fairness)}\n<!-- end of fairness -->${after}`);
}
