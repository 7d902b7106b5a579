import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { connectDatabase } from './db/database.ts';
import { connectJobs, defineJob, type JobHandler, type Jobs, LOST_WORKER_LIMIT } from './jobs.ts';
import { createLogger } from './logger.ts';

type Payload = { id: string };
const payload = z.object({ id: z.string() });
const failedJob = defineJob('test-failed', payload);
const job = defineJob('test-job', payload, { retryLimit: 0, deadLetter: failedJob });
const retriedJob = defineJob('test-retriedJob', payload, {
  retryLimit: 2,
  retryDelaySeconds: 0,
  deadLetter: failedJob,
});

const definitions = [failedJob, job, retriedJob];
const log = createLogger({ level: 'silent', name: 'test' });

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let db: ReturnType<typeof connectDatabase>;
let jobs: Jobs;

beforeAll(async () => {
  database = await cloneTemplate(inject('adminUrl'), inject('template'));
  db = connectDatabase(database.url, 4);
  jobs = await connectJobs({ databaseUrl: database.url, definitions, supervise: false, log });
});
afterAll(async () => {
  await jobs.stop(1_000);
  await db.destroy();
  await database.drop();
});

/** What the queue stores about the jobs with a payload. */
async function stored(name: string, id: string) {
  const { rows } = await sql<{ state: string; output: object }>`
    select state, output from pgboss.job where name = ${name} and data -> 'payload' ->> 'id' = ${id}`.execute(db);
  return rows;
}

/** A handler that records its payloads, and fails if requested. */
function recorder(of: typeof job, seen: string[], fail = false): JobHandler<Payload> {
  return {
    job: of,
    concurrency: 1,
    async run({ id }) {
      seen.push(id);
      if (fail) throw new Error('on purpose');
    },
  };
}

test('a job exists if and only if its transaction commits', async () => {
  const seen: string[] = [];
  await db.transaction().execute((tx) => jobs.enqueue(tx, job, { id: 'stored' }));
  await db
    .transaction()
    .execute(async (tx) => {
      await jobs.enqueue(tx, job, { id: 'taken back' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await jobs.drain([recorder(job, seen)])).toBe(1);
  expect(seen).toEqual(['stored']);
});

test('[UP-07] a job whose last attempt failed goes to its dead letter queue, with its payload', async () => {
  const tried: string[] = [];
  const failed: string[] = [];
  await jobs.enqueue(db, job, { id: 'permanent' });
  await jobs.drain([recorder(job, tried, true), recorder(failedJob, failed)]);
  expect(tried).toEqual(['permanent']);
  expect(failed).toEqual(['permanent']);
  expect(await stored(job.name, 'permanent')).toEqual([{ state: 'failed', output: { message: 'on purpose' } }]);
});

test('[UP-07] a failed attempt is retried up to the limit', async () => {
  const tried: string[] = [];
  const failed: string[] = [];
  await jobs.enqueue(db, retriedJob, { id: 'stubborn' });
  await jobs.drain([recorder(retriedJob, tried, true), recorder(failedJob, failed)]);
  expect(tried).toEqual(['stubborn', 'stubborn', 'stubborn']);
  expect(failed).toEqual(['stubborn']);
  expect(await stored(retriedJob.name, 'stubborn')).toEqual([{ state: 'failed', output: { message: 'on purpose' } }]);
});

test('[UP-07] the same in a worker: nothing that failed is stored as completed', async () => {
  const tried: string[] = [];
  const failed: string[] = [];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  try {
    await worker.work([recorder(retriedJob, tried, true), recorder(failedJob, failed)]);
    await worker.enqueue(db, retriedJob, { id: 'in a worker' });
    await expect.poll(() => failed, { timeout: 20_000 }).toEqual(['in a worker']);
    expect(tried).toHaveLength(3);
    const rows = await stored(retriedJob.name, 'in a worker');
    expect(rows).toEqual([{ state: 'failed', output: { message: 'on purpose' } }]);
  } finally {
    await worker.stop();
  }
}, 60_000);

/** The queued rows of these jobs. */
const queued = async () => {
  const { rows } = await sql<{ name: string; state: string; retry_count: number; data: { failures: number } }>`
    select name, state, retry_count, data from pgboss.job
    where name like 'test-%' and state in ('created', 'retry', 'active')`.execute(db);
  return rows;
};

test('[UP-02] a job whose worker stops is requeued without counting, any number of times', async () => {
  await jobs.enqueue(db, job, { id: 'interrupted' });
  for (let times = 0; times < 3; times += 1) {
    const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
    let started = false;
    await worker.work([
      {
        job,
        concurrency: 1,
        run: async (_payload, { signal }) => {
          started = true;
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      },
    ]);
    await expect.poll(() => started, { timeout: 20_000 }).toBe(true);
    await worker.stop();
    expect(await queued()).toMatchObject([{ name: job.name, state: 'created', retry_count: 0, data: { failures: 0 } }]);
  }
  const seen: string[] = [];
  await expect.poll(() => jobs.drain([recorder(job, seen)]), { timeout: 20_000 }).toBe(1);
  expect(seen).toEqual(['interrupted']);
}, 90_000);

test('[UP-02] a job survives a hundred lost workers; one that crashes every worker fails permanently', async () => {
  expect(LOST_WORKER_LIMIT).toBeGreaterThan(100);
  await jobs.enqueue(db, job, { id: 'poison' });
  const failed: string[] = [];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  /** As if a worker had taken the job for the nth time and sent no heartbeat since. */
  const lose = (times: number) =>
    sql`update pgboss.job set state = 'active', started_on = now(), retry_count = ${times - 1}, heartbeat_on = now() - interval '1 hour'
        where name = ${job.name} and state in ('created', 'retry')`.execute(db);
  try {
    await lose(LOST_WORKER_LIMIT);
    await expect
      .poll(queued, { timeout: 30_000 })
      .toMatchObject([{ name: job.name, state: 'retry', retry_count: LOST_WORKER_LIMIT - 1 }]);
    await lose(LOST_WORKER_LIMIT + 1);
    await expect.poll(() => jobs.drain([recorder(failedJob, failed)]), { timeout: 30_000 }).toBe(1);
    expect(failed).toEqual(['poison']);
    expect(await queued()).toEqual([]);
  } finally {
    await worker.stop();
  }
}, 90_000);
