import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from '@kinreel/contracts';
import { isNoSpaceError } from '@kinreel/service';
import { withoutSecrets } from '@kinreel/service/log';
import { CompiledQuery } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import { failureOf, type TakenJob } from './failed-jobs.ts';
import { queuePosition, type Workload, workOf } from './fair-queue.ts';

/** One type of background job. Payloads contain only ids; handlers read the current rows. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Time limit of one attempt, in seconds. */
  timeoutSeconds: number;
  /**
   * Number of retries after a failed attempt. Attempts that were interrupted by a stopping worker, or failed for lack
   * of disk space, do not count: the latter wait for space.
   */
  retryLimit: number;
  /** Delay before the first retry, in seconds; doubled each time. */
  retryDelaySeconds: number;
  /** Whether a job without disk space waits for it; true by default. Otherwise it fails. */
  waitsForSpace?: boolean;
  /** Whether at most one job of this kind may wait; then another one is not enqueued. */
  single?: boolean;
  /**
   * Receives the payload if the job fails permanently: after the last retry, or after losing too many workers in a row.
   */
  deadLetter?: JobDefinition<Payload>;
}

/** Context of one attempt of a job. */
export interface Attempt {
  /** Aborted when the attempt exceeds its time limit or the worker stops. */
  signal: AbortSignal;
}

/** A job with its function. Handlers must be idempotent: an attempt may be repeated at any point. */
export interface JobHandler<Payload extends object> {
  job: JobDefinition<Payload>;
  /** Number of parallel jobs in one worker process. */
  concurrency: number;
  /** How many of them may be long jobs; all by default. The other slots are kept for short ones. */
  longConcurrency?: number;
  /** Jobs start only when no job of this kind is due or running, or after an hour. */
  after?: AnyJobHandler['job'];
  run(payload: Payload, attempt: Attempt): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers of different payloads
export type AnyJobHandler = JobHandler<any>;

export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Omit<JobDefinition<Payload>, 'name' | 'payload'>> = {},
): JobDefinition<Payload> {
  return { name, payload, timeoutSeconds: 300, retryLimit: 4, retryDelaySeconds: 2, ...options };
}

/** Thrown by a handler if the subject of the job was deleted. The job is completed, with `gone` as its output. */
export class GoneError extends Error {
  constructor(message = 'no longer needed') {
    super(message);
  }
}

/** The job queue in PostgreSQL. One per process. */
export interface Jobs {
  /**
   * Enqueues a job in `db`'s transaction: the job exists if and only if the transaction commits.
   * @param options.delaySeconds delay before the first attempt
   * @param options.workload owner and amount of work; without it first come, first served
   */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number; workload?: Workload },
  ): Promise<void>;
  /** Enqueues a failed job again, in `db`'s transaction: with all its attempts, and a new queue position. */
  enqueueAgain(db: Db, job: TakenJob): Promise<void>;
  /** Whether a job with this payload is waiting or running. */
  isQueued<Payload extends object>(db: Db, job: JobDefinition<Payload>, payload: Payload): Promise<boolean>;
  /** Removes the schedule of a job, and its waiting jobs. */
  unschedule(job: AnyJobHandler['job']): Promise<void>;
  /** Starts processing these jobs, and schedules the given ones by cron expression (UTC). */
  work(
    handlers: readonly AnyJobHandler[],
    schedules?: readonly { job: AnyJobHandler['job']; cron: string }[],
  ): Promise<void>;
  /**
   * Runs all waiting jobs one by one until the queue is empty, in the order of the handlers; for tests.
   * @returns the number of jobs run
   */
  drain(handlers: readonly AnyJobHandler[]): Promise<number>;
  /** Stops processing. Running jobs have `timeoutMs` to finish, then they are left to be retried. */
  stop(timeoutMs?: number): Promise<void>;
}

const SCHEMA = 'pgboss';

/**
 * How many workers in a row may be lost (killed, out of memory, disconnected) before a job fails permanently. Tools
 * that read people's files run in separate processes, so a job is rarely the cause: this only stops a job that crashes
 * every worker. A job must survive more than a hundred killed workers.
 */
export const LOST_WORKER_LIMIT = 120;

/** Maximum delay before a job of a lost worker is retried, in seconds. */
const LOST_WORKER_DELAY_MAX = 30;

/** Delay of a requeued job in seconds, so that the stopping worker does not take it again. */
const REQUEUE_DELAY_SECONDS = 1;

/** Time for an attempt to stop after its time limit before its worker counts as lost, in seconds. */
const TIMEOUT_GRACE_SECONDS = 60;

/** Delay before a job is retried after lack of disk space, in seconds; doubled each time, up to the maximum. */
const NO_SPACE_DELAY_SECONDS = 10;
const NO_SPACE_DELAY_MAX = 600;

/** Maximum time that a job waits for its `after` kind, in milliseconds since it was enqueued. */
const AFTER_LIMIT_MS = 3600_000;

/** Polling interval of such a job, in milliseconds. */
const AFTER_POLL_MS = 1_000;

/** How long completed and failed jobs are kept in the queue, in seconds. */
const SHOWN_SECONDS = 7 * 24 * 3600;

/**
 * A job as stored in the queue. We count failures, and the queue counts workers lost in a row: after a failure or a
 * requeue the job is a new one for the queue (docs/decisions/0024-outbox-and-failed-jobs.md).
 */
const envelope = z.object({
  payload: z.unknown(),
  /** The job that `failures` belongs to: a dead letter job gets the envelope of the failed job. */
  job: z.string(),
  failures: z.number(),
  /** How many times in a row there was no disk space. */
  waits: z.number().optional(),
  /** Owner and seconds of work, read by fair-queue.ts. */
  ownerId: z.string().optional(),
  work: z.number().optional(),
});

/** A job to be enqueued. */
type Content = Omit<z.output<typeof envelope>, 'job'>;

/** A job taken from the queue. */
type Taken = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'priority' | 'groupId' | 'createdOn'> & {
  signal?: AbortSignal;
};

/** Result of an attempt: output for the queue, or the final failure. */
type Outcome = { status: 'completed' | 'deadletter'; output?: object };
const DONE: Outcome = { status: 'completed' };

/**
 * Connects to the queue; creates its schema and the queues of `definitions` if they are missing. A dead letter queue
 * must be listed before the queues that use it.
 */
export async function connectJobs(options: {
  databaseUrl: string;
  definitions: readonly JobDefinition<never>[] | readonly AnyJobHandler['job'][];
  /** Whether this process maintains retries, expiry and schedules; true for workers. */
  supervise: boolean;
  log: Logger;
}): Promise<Jobs> {
  const { log } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    schema: SCHEMA,
    max: options.supervise ? 5 : 2,
    application_name: 'kinreel-jobs',
    supervise: options.supervise,
    schedule: options.supervise,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: options.supervise,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  await boss.start();
  for (const definition of options.definitions) {
    const policy = definition.single ? 'short' : 'standard';
    if (definition.single) await makeSingle(boss, definition.name);
    await boss.createQueue(definition.name, { ...queueOptions(definition), policy });
    await boss.updateQueue(definition.name, queueOptions(definition));
  }
  const stopping = new AbortController();

  async function send(
    name: string,
    content: Content,
    options: {
      startAfter?: number;
      priority?: number;
      group?: { id: string };
      db?: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
    },
  ): Promise<void> {
    await boss.send(name, { ...content, job: name }, options);
  }

  /** Replaces a job by another one with the same queue position. */
  async function replace(
    definition: AnyJobHandler['job'],
    job: Taken,
    content: Content,
    startAfter: number,
  ): Promise<Outcome> {
    const { priority, groupId } = job;
    const options = { startAfter, priority, ...(groupId && { group: { id: groupId } }) };
    for (;;) {
      try {
        await send(definition.name, content, options);
        await boss.deleteJob(definition.name, job.id);
        return DONE;
      } catch (error) {
        // The queue's own tables have no disk space.
        if (!isNoSpaceError(error) || stopping.signal.aborted) throw error;
        await delay(NO_SPACE_DELAY_SECONDS * 1000, undefined, { signal: stopping.signal });
      }
    }
  }

  /** Whether a job of this kind is due or running. */
  async function isBusy({ name }: AnyJobHandler['job']): Promise<boolean> {
    const { text, values } = BUSY(name);
    const { rows } = await boss.getDb().executeSql(text, values);
    return rows.length > 0;
  }

  /** Waits until a job may start. @throws the signal's reason */
  async function waitFor({ after }: AnyJobHandler, { createdOn }: Taken, signal: AbortSignal): Promise<void> {
    if (!after) return;
    while (Date.now() < createdOn.getTime() + AFTER_LIMIT_MS && (await isBusy(after))) {
      await delay(AFTER_POLL_MS, undefined, { signal });
    }
  }

  /**
   * Runs one attempt. After a failure it is retried up to the limit, as a new job that replaces this one; if
   * interrupted by the end of this process, it is requeued without counting. Throws only if the queue is unreachable:
   * then the worker counts as lost.
   */
  async function attempt(handler: AnyJobHandler, job: Taken): Promise<Outcome> {
    const { job: definition } = handler;
    const { job: name, waits = 0, ...content } = envelope.parse(job.data);
    const { payload } = content;
    const failures = name === definition.name ? content.failures : 0;
    const stops = job.signal ? AbortSignal.any([stopping.signal, job.signal]) : stopping.signal;
    try {
      await waitFor(handler, job, stops);
      await handler.run(definition.payload.parse(payload), {
        signal: AbortSignal.any([stops, AbortSignal.timeout(definition.timeoutSeconds * 1000)]),
      });
    } catch (error) {
      // If this process is killed before the old job is completed, the job is queued twice, so handlers must be
      // idempotent.
      if (stopping.signal.aborted) {
        log.info({ job: definition.name, payload }, 'job requeued');
        return replace(definition, job, { ...content, failures }, REQUEUE_DELAY_SECONDS);
      }
      if (error instanceof GoneError) {
        log.info({ job: definition.name, payload }, 'job no longer needed');
        return { status: 'completed', output: { gone: error.message } };
      }
      if (isNoSpaceError(error) && definition.waitsForSpace !== false) {
        log.warn({ err: error, job: definition.name, payload }, 'job waits for disk space');
        const startAfter = Math.min(NO_SPACE_DELAY_MAX, NO_SPACE_DELAY_SECONDS * 2 ** waits);
        return replace(definition, job, { ...content, failures, waits: waits + 1 }, startAfter);
      }
      log.warn({ err: error, job: definition.name, payload, failures: failures + 1 }, 'job failed');
      if (failures < definition.retryLimit) {
        const startAfter = definition.retryDelaySeconds * 2 ** failures;
        return replace(definition, job, { ...content, failures: failures + 1 }, startAfter);
      }
      return { status: 'deadletter', output: reasonOf(error) };
    }
    return DONE;
  }

  /** Same effect as the outcome `deadletter` in a worker: fails the job and enqueues its dead letter. */
  async function fail(name: string, id: string, reason: object): Promise<void> {
    await boss.fail(name, id, reason);
    await boss.update(name, undefined, { id, retryLimit: 0 });
    await boss.fail(name, id, reason);
  }

  /** Runs the next job of the first handler that has one. @returns false if there is none */
  async function runNext(handlers: readonly AnyJobHandler[]): Promise<boolean> {
    for (const handler of handlers) {
      if (handler.after && (await isBusy(handler.after))) continue;
      const { name } = handler.job;
      const [job] = await boss.fetch<object>(name, { includeMetadata: true });
      if (!job) continue;
      const { status, output } = await attempt(handler, job);
      if (status === 'deadletter') await fail(name, job.id, output ?? {});
      else await boss.complete(name, job.id, output);
      return true;
    }
    return false;
  }

  async function enqueue(
    db: Db,
    name: string,
    payload: object,
    { delaySeconds, workload }: { delaySeconds?: number; workload?: Workload },
  ): Promise<void> {
    const executor = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
        return { rows: result.rows };
      },
    };
    await send(
      name,
      { payload, failures: 0, ...(workload && { ownerId: workload.ownerId, work: workOf(workload) }) },
      {
        db: executor,
        ...(delaySeconds && { startAfter: delaySeconds }),
        ...(workload && (await queuePosition(db, name, workload))),
      },
    );
  }

  return {
    enqueue: (db, job, payload, options = {}) => enqueue(db, job.name, payload, options),
    enqueueAgain: (db, { kind, payload, workload }) => enqueue(db, kind, payload, workload ? { workload } : {}),
    async isQueued(db, { name }, payload) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(QUEUED, [name, JSON.stringify(payload)]));
      return rows.length > 0;
    },
    async work(handlers, schedules = []) {
      for (const handler of handlers) {
        let workers = '';
        workers = await boss.work(
          handler.job.name,
          // There is no notification for delayed jobs, so they are polled (default: every 30 seconds).
          {
            batchSize: 1,
            localConcurrency: handler.concurrency,
            ...(handler.longConcurrency && { localGroupConcurrency: handler.longConcurrency }),
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            perJobResults: true,
          },
          async (batch) => {
            const outcomes = await Promise.all(
              batch.map(async (job) => ({ id: job.id, ...(await attempt(handler, job)) })),
            );
            // Of jobs that were enqueued while it was busy, a worker would take one per poll.
            if (workers) boss.notifyWorker(workers);
            return outcomes;
          },
        );
      }
      for (const { job, cron } of schedules) {
        await boss.schedule(job.name, cron, { payload: {}, job: job.name, failures: 0 });
      }
    },
    async unschedule({ name }) {
      await boss.unschedule(name);
      await boss.deleteQueuedJobs(name);
    },
    async drain(handlers) {
      let done = 0;
      while (await runNext(handlers)) done += 1;
      return done;
    },
    async stop(timeoutMs = 10_000) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/**
 * Changes a queue of an earlier version to `single`, and removes its waiting jobs. The library does not support this
 * change.
 */
async function makeSingle(boss: PgBoss, name: string): Promise<void> {
  await boss.getDb().executeSql(
    `with changed as (update ${SCHEMA}.queue set policy = 'short' where name = $1 and policy <> 'short' returning name)
     delete from ${SCHEMA}.job using changed where job.name = changed.name and state < 'active'`,
    [name],
  );
}

/** Query: a job of a queue that is due or running. */
function BUSY(name: string) {
  return {
    text: `select 1 from ${SCHEMA}.job where name = $1 and
      (state = 'active' or (state < 'active' and start_after <= now())) limit 1`,
    values: [name],
  };
}

/** Query: a waiting or running job with a payload. */
const QUEUED = `select 1 from ${SCHEMA}.job
  where name = $1 and state < 'completed' and data -> 'payload' = $2::jsonb limit 1`;

/** The stored error: message for the operator, failure code for site owners. */
function reasonOf(error: unknown): { message: string; failure: JobFailure } {
  const message = withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 1000);
  return { message, failure: failureOf(error) };
}

function queueOptions(definition: AnyJobHandler['job']) {
  return {
    expireInSeconds: definition.timeoutSeconds + TIMEOUT_GRACE_SECONDS,
    retryLimit: LOST_WORKER_LIMIT,
    retryDelay: 1,
    retryDelayMax: LOST_WORKER_DELAY_MAX,
    retryBackoff: true,
    // A job is retried if its worker sent no heartbeat for this long.
    heartbeatSeconds: 15,
    deleteAfterSeconds: SHOWN_SECONDS,
    notify: true,
    ...(definition.deadLetter ? { deadLetter: definition.deadLetter.name } : {}),
  };
}
