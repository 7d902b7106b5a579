import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { sweepJob } from '../../apps/server/src/features/maintenance/sweep.job-definition.ts';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { connectJobs } from '../../apps/server/src/platform/jobs.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { registerByApi } from '../../e2e/support/api.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../../e2e/support/kinreel.ts';
import { newPerson } from '../../e2e/support/people.ts';
import { cpuTimes, findParts, ownCpuSeconds, workerCpuSeconds } from '../support/processes.ts';
import { short } from '../support/table.ts';
import { openPool, urlOfDatabase } from '../support/world.ts';
import { MOST_GROWTH } from './table.ts';

/** Files of each video. */
const KINDS = ['original', 'playback', 'poster'];

/** The number of files that the figures are extrapolated to. */
const MANY = 10_000_000;

/** So old that a file without a row would be an orphan. */
const OLD = new Date(Date.now() - 48 * 3600_000);

interface Pass {
  files: number;
  /** In seconds. */
  seconds: number;
  /** Of the process that does it, and of PostgreSQL. */
  cpu: number;
}

/**
 * The sweep and the scan over real files, first over a quarter of them. Each file is as short as its key: reading long ones is
 * a matter of the disk, and the scan limits its bytes per second.
 * @param count of files
 */
export async function measureFiles(count: number, onStart: (kinreel: Kinreel) => void): Promise<string> {
  const kinreel = await startKinreel(UNLIMITED);
  onStart(kinreel);
  const url = await urlOfDatabase(kinreel);
  const database = openPool(url);
  try {
    const { user } = await registerByApi(kinreel.origin, newPerson('Flora'));
    const passes: Record<'sweep' | 'scan', Pass[]> = { sweep: [], scan: [] };
    let made = 0;
    for (const files of [count / 4, count].map((some) => Math.floor(some / KINDS.length) * KINDS.length)) {
      await makeFiles(kinreel, database, user.id, made, files);
      made = files;
      passes.sweep.push({
        files,
        ...(await timed(
          kinreel,
          () => workerCpuSeconds(kinreel.dataDir),
          () => sweepOnce(url, database),
        )),
      });
      passes.scan.push({
        files,
        ...(await timed(
          kinreel,
          () => ownCpuSeconds().children,
          () => scanOnce(kinreel),
        )),
      });
    }
    return filesTable(passes);
  } finally {
    await database.end();
    await kinreel.remove();
  }
}

/** Makes videos with their files, from file number `from` on. */
async function makeFiles(kinreel: Kinreel, database: pg.Pool, owner: string, from: number, to: number): Promise<void> {
  const videos: string[] = [];
  const files: { video: string; kind: string; key: string; size: number; sha256: string }[] = [];
  for (let n = from / KINDS.length; n < to / KINDS.length; n += 1) {
    const video = `01900000-0900-7000-8000-${n.toString(16).padStart(12, '0')}`;
    const folder = join(kinreel.dataDir, 'media/objects/videos', video);
    mkdirSync(folder, { recursive: true });
    videos.push(video);
    for (const kind of KINDS) {
      const key = `videos/${video}/${kind}`;
      writeFileSync(join(folder, kind), key);
      utimesSync(join(folder, kind), OLD, OLD);
      files.push({ video, kind, key, size: key.length, sha256: createHash('sha256').update(key).digest('hex') });
    }
  }
  await database.query(
    `insert into videos (id, owner_id, prompt_id, permission, status, progress, duration_ms, sound_measured, width, height, thumbhash)
     select id, $1, 1, 'everyone', 'ready', 100, 60000, true, 1280, 720, '\\x00112233445566778899aabb' from unnest($2::uuid[]) id`,
    [owner, videos],
  );
  await database.query(
    `insert into video_files (video_id, kind, key, content_type, size, sha256)
     select video, kind, key, 'video/mp4', size, sha256 from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[])
       as file (video, kind, key, size, sha256)`,
    (['video', 'kind', 'key', 'size', 'sha256'] as const).map((field) => files.map((file) => file[field])),
  );
  await database.query('analyze videos, video_files');
}

async function timed(kinreel: Kinreel, readCpu: () => number, work: () => Promise<void>): Promise<Omit<Pass, 'files'>> {
  const postgres = () => cpuTimes(findParts(kinreel.dataDir)).postgres / 1000;
  const [begin, before] = [performance.now(), readCpu() + postgres()];
  await work();
  return { seconds: (performance.now() - begin) / 1000, cpu: readCpu() + postgres() - before };
}

/** By the job of the worker. @throws Error if it has failed or changed something */
async function sweepOnce(databaseUrl: string, database: pg.Pool): Promise<void> {
  const log = createLogger({ level: 'warn', name: 'bench' });
  const jobs = await connectJobs({ databaseUrl, definitions: [sweepJob], supervise: false, log });
  const db = connectDatabase(databaseUrl, 1);
  try {
    await db.transaction().execute((tx) => jobs.enqueue(tx, sweepJob, {}));
  } finally {
    await jobs.stop(2_000);
    await db.destroy();
  }
  const states = () =>
    database.query<{ state: string }>(
      `select state::text from pgboss.job where name = 'sweep' order by created_on desc`,
    );
  for (;;) {
    const { rows } = await states();
    if (rows.every(({ state }) => state === 'completed')) break;
    if (rows.some(({ state }) => state === 'failed')) throw new Error('The sweep has failed');
    await delay(50);
  }
  const { rowCount } = await database.query(`select from videos where status <> 'ready' limit 1`);
  if (rowCount !== 0) throw new Error('The sweep has failed a video');
}

/** By the command of an operator, who waits for it: without a limit of bytes per second. @throws Error if it finds anything */
async function scanOnce({ dataDir }: Kinreel): Promise<void> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['apps/server/src/kinreel.ts', 'integrity', '--scan'],
    { env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0 || !stdout.includes('0 missing, 0 altered, 0 without a row')) {
    throw new Error(`The scan ended with ${status}: ${stdout.slice(-500)}${stderr.slice(-500)}`);
  }
}

function filesTable(passes: Record<'sweep' | 'scan', Pass[]>): string {
  const sizes = passes.sweep.map(({ files }) => `${files.toLocaleString('en-US')} files`);
  const lines = Object.entries(passes).map(([name, some]) => {
    const each = some.map(({ files, seconds, cpu }) => [(seconds * 1000) / files, (cpu * 1000) / files] as const);
    const [first = [Number.NaN, Number.NaN], last = [Number.NaN, Number.NaN]] = each;
    const cells = each.map(([ms, cpu]) => `${short(ms)}, ${short(cpu)}`);
    const growth = last[0] / first[0];
    const hours = (last[0] * MANY) / 3_600_000;
    const hoursOfCpu = (last[1] * MANY) / 3_600_000;
    return `| ${name} | ${cells.join(' | ')} | ${short(growth)} x | ${growth < MOST_GROWTH ? 'yes' : 'no'} | ${short(hours)}, ${short(hoursOfCpu)} |`;
  });
  return [
    `| ms for a file, and of it processor time | ${sizes.join(' | ')} | Last beside first | Below ${MOST_GROWTH} x | ${MANY.toLocaleString('en-US')} files at that rate (hours) |`,
    '|---|---:|---:|---:|---|---:|',
    ...lines,
  ].join('\n');
}
