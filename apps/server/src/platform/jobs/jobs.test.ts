import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { connectDatabase } from '../db/database.ts';
import { createLogger } from '../log/logger.ts';
import { LONG_SECONDS } from './fair-queue.ts';
import { connectJobs, defineJob, GoneError, type JobHandler, type Jobs, LOST_WORKER_LIMIT } from './jobs.ts';

type Payload = { id: string };
const payload = z.object({ id: z.string() });
const failedJob = defineJob('test-failed', payload);
const job = defineJob('test-job', payload, { retryLimit: 0, deadLetter: failedJob });
const retriedJob = defineJob('test-retriedJob', payload, {
  retryLimit: 2,
  retryDelaySeconds: 0,
  deadLetter: failedJob,
});

const fairJob = defineJob('test-fair', payload, { retryLimit: 1, retryDelaySeconds: 0 });
const laterJob = defineJob('test-later', payload);

const definitions = [failedJob, job, retriedJob, fairJob, laterJob];
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

/** The stored columns of jobs with this payload. */
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
  expect(await stored(job.name, 'permanent')).toEqual([
    { state: 'failed', output: { message: 'on purpose', failure: 'other' } },
  ]);
});

test('[UP-07] a failed attempt is retried up to the limit', async () => {
  const tried: string[] = [];
  const failed: string[] = [];
  await jobs.enqueue(db, retriedJob, { id: 'stubborn' });
  await jobs.drain([recorder(retriedJob, tried, true), recorder(failedJob, failed)]);
  expect(tried).toEqual(['stubborn', 'stubborn', 'stubborn']);
  expect(failed).toEqual(['stubborn']);
  expect(await stored(retriedJob.name, 'stubborn')).toEqual([
    { state: 'failed', output: { message: 'on purpose', failure: 'other' } },
  ]);
});

test('[UP-07] a worker stores no failed job as completed', async () => {
  const tried: string[] = [];
  const failed: string[] = [];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  try {
    await worker.work([recorder(retriedJob, tried, true), recorder(failedJob, failed)]);
    await worker.enqueue(db, retriedJob, { id: 'in a worker' });
    await expect.poll(() => failed).toEqual(['in a worker']);
    expect(tried).toHaveLength(3);
    const rows = await stored(retriedJob.name, 'in a worker');
    expect(rows).toEqual([{ state: 'failed', output: { message: 'on purpose', failure: 'other' } }]);
  } finally {
    await worker.stop();
  }
}, 60_000);

test('jobs that were enqueued before the worker started run one right after another', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => String(index));
  for (const id of ids) await jobs.enqueue(db, job, { id });
  const done: string[] = [];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: false, log });
  try {
    await worker.work([recorder(job, done)]);
    // With one job per poll it would take 40 seconds.
    await expect.poll(() => done, { timeout: 20_000 }).toHaveLength(ids.length);
  } finally {
    await worker.stop();
  }
}, 60_000);

/** The queued jobs of this test. */
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
    await expect.poll(() => started).toBe(true);
    await worker.stop();
    expect(await queued()).toMatchObject([{ name: job.name, state: 'created', retry_count: 0, data: { failures: 0 } }]);
  }
  const seen: string[] = [];
  await expect.poll(() => jobs.drain([recorder(job, seen)])).toBe(1);
  expect(seen).toEqual(['interrupted']);
}, 90_000);

test('[UP-02] a job survives a hundred lost workers; a job that crashes every worker fails permanently', async () => {
  expect(LOST_WORKER_LIMIT).toBeGreaterThan(100);
  await jobs.enqueue(db, job, { id: 'poison' });
  const failed: string[] = [];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  /** Sets the state of a job whose worker was lost for the nth time. */
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

/** Enqueues a job of `ownerId`. */
const queue = (ownerId: string, id: string, seconds: number) =>
  jobs.enqueue(db, fairJob, { id }, { workload: { ownerId, seconds } });

test('[UP-02] jobs of different owners alternate, however many jobs one of them has', async () => {
  for (const id of ['a1', 'a2', 'a3', 'a4']) await queue('a', id, 100);
  for (const id of ['b1', 'b2']) await queue('b', id, 100);
  await queue('c', 'c1', 100);
  const seen: string[] = [];
  await jobs.drain([recorder(fairJob, seen)]);
  expect(seen).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('[UP-02] short jobs run before long ones, also of the same owner', async () => {
  for (const id of ['a long', 'a longer']) await queue('a', id, id === 'a long' ? 300 : 400);
  await queue('b', 'b middle', 200);
  await queue('b', 'b short', 3);
  await queue('a', 'a short', 5);
  const seen: string[] = [];
  await jobs.drain([recorder(fairJob, seen)]);
  expect(seen).toEqual(['b short', 'a short', 'b middle', 'a long', 'a longer']);
});

test('[UP-02] no job starves, whatever others enqueue meanwhile', async () => {
  await queue('a', 'patient', 50);
  const seen: string[] = [];
  let more = 0;
  const handler: JobHandler<Payload> = {
    job: fairJob,
    concurrency: 1,
    async run({ id }) {
      seen.push(id);
      // After each job, another owner enqueues less work than that of the waiting job.
      if (!seen.includes('patient')) await queue(`newcomer ${more++}`, 'short', 10);
    },
  };
  await queue('b', 'short', 10);
  await jobs.drain([handler]);
  // Each of these raises the next position by at least half of its work.
  expect(seen.indexOf('patient')).toBeGreaterThan(0);
  expect(seen.indexOf('patient')).toBeLessThanOrEqual(10);
});

test('[UP-07] a retried job keeps its queue position', async () => {
  await queue('a', 'a1', 100);
  await queue('a', 'a2', 100);
  await queue('b', 'b1', 150);
  const seen: string[] = [];
  const handler: JobHandler<Payload> = {
    job: fairJob,
    concurrency: 1,
    async run({ id }) {
      seen.push(id);
      if (seen.length === 1) throw new Error('once');
    },
  };
  await jobs.drain([handler]);
  expect(seen).toEqual(['a1', 'a1', 'b1', 'a2']);
});

test('[UP-02] a slot of the worker is kept free for short jobs while a long one runs', async () => {
  const [long, seen]: [PromiseWithResolvers<void>, string[]] = [Promise.withResolvers(), []];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  const handler: JobHandler<Payload> = {
    job: fairJob,
    concurrency: 2,
    longConcurrency: 1,
    async run({ id }) {
      seen.push(id);
      if (id === 'first') await long.promise;
    },
  };
  try {
    await queue('a', 'first', LONG_SECONDS + 1);
    await worker.work([handler]);
    await expect.poll(() => seen).toEqual(['first']);
    await queue('a', 'second', LONG_SECONDS + 1);
    await queue('b', 'third', LONG_SECONDS + 1);
    await queue('a', 'short', LONG_SECONDS);
    await expect.poll(() => seen).toEqual(['first', 'short']);
    long.resolve();
    // The order is tested above; here two slots poll concurrently, so one may overtake the other.
    await expect.poll(() => seen.toSorted()).toEqual(['first', 'second', 'short', 'third']);
  } finally {
    long.resolve();
    await worker.stop();
  }
}, 90_000);

test('[UP-02] a job that runs `after` another kind starts when none of that kind is due or running', async () => {
  const [first, seen]: [PromiseWithResolvers<void>, string[]] = [Promise.withResolvers(), []];
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  const record = async ({ id }: Payload) => {
    seen.push(id);
    if (id === 'first') await first.promise;
  };
  try {
    await queue('a', 'first', 1);
    await worker.work([{ job: fairJob, concurrency: 1, run: record }]);
    await expect.poll(() => seen).toEqual(['first']);
    await jobs.enqueue(db, laterJob, { id: 'later' });
    await worker.work([{ job: laterJob, concurrency: 1, after: fairJob, run: record }]);
    // It was taken from the queue and waits.
    await expect.poll(() => stored(laterJob.name, 'later')).toMatchObject([{ state: 'active' }]);
    await queue('b', 'second', 1);
    first.resolve();
    await expect.poll(() => seen).toEqual(['first', 'second', 'later']);
  } finally {
    first.resolve();
    await worker.stop();
  }
}, 90_000);

test('[UP-02] starts after an hour anyway', async () => {
  const seen: string[] = [];
  await jobs.enqueue(db, fairJob, { id: 'busy' });
  await jobs.enqueue(db, laterJob, { id: 'later' });
  await sql`update pgboss.job set created_on = now() - interval '61 minutes' where name = ${laterJob.name}`.execute(db);
  const worker = await connectJobs({ databaseUrl: database.url, definitions, supervise: true, log });
  try {
    await worker.work([{ job: laterJob, concurrency: 1, after: fairJob, run: async ({ id }) => void seen.push(id) }]);
    await expect.poll(() => seen).toEqual(['later']);
  } finally {
    await worker.stop();
    await jobs.drain([recorder(fairJob, [])]);
  }
}, 90_000);

test('[UP-02] a job whose subject was deleted is completed, not failed, and not retried', async () => {
  await jobs.enqueue(db, retriedJob, { id: 'gone' });
  const handler: JobHandler<Payload> = {
    job: retriedJob,
    concurrency: 1,
    run: () => Promise.reject(new GoneError('the video was deleted')),
  };
  expect(await jobs.drain([handler])).toBe(1);
  expect(await stored(retriedJob.name, 'gone')).toEqual([
    { state: 'completed', output: { gone: 'the video was deleted' } },
  ]);
});
