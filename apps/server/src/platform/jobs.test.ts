import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { connectDatabase } from './db/database.ts';
import { connectJobs, defineJob, type JobHandler, type Jobs } from './jobs.ts';
import { createLogger } from './logger.ts';

type Payload = { id: string };
const payload = z.object({ id: z.string() });
const givenUp = defineJob('test-given-up', payload);
const job = defineJob('test-job', payload, { retryLimit: 0, deadLetter: givenUp });

let database: Awaited<ReturnType<typeof cloneTemplate>>;
let db: ReturnType<typeof connectDatabase>;
let jobs: Jobs;

beforeAll(async () => {
  database = await cloneTemplate(inject('adminUrl'), inject('template'));
  db = connectDatabase(database.url, 4);
  const log = createLogger({ level: 'silent', name: 'test' });
  jobs = await connectJobs({ databaseUrl: database.url, definitions: [givenUp, job], supervise: false, log });
});
afterAll(async () => {
  await jobs.stop(1_000);
  await db.destroy();
  await database.drop();
});

/** A handler that writes down what it was given, and fails if it is told to. */
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

test('a job exists exactly when the transaction that made it necessary does', async () => {
  const seen: string[] = [];
  await db.transaction().execute((trx) => jobs.enqueue(trx, job, { id: 'kept' }));
  await db
    .transaction()
    .execute(async (trx) => {
      await jobs.enqueue(trx, job, { id: 'taken back' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  expect(await jobs.drain([recorder(job, seen)])).toBe(1);
  expect(seen).toEqual(['kept']);
});

test('[UP-07] a job whose last attempt failed goes to its dead letter, with what it was about', async () => {
  const tried: string[] = [];
  const gaveUp: string[] = [];
  await jobs.enqueue(db, job, { id: 'hopeless' });
  await jobs.drain([recorder(job, tried, true), recorder(givenUp, gaveUp)]);
  expect(tried).toEqual(['hopeless']);
  expect(gaveUp).toEqual(['hopeless']);
});
