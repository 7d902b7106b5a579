import { setTimeout as delay } from 'node:timers/promises';
import type { JobFailure } from '@kinreel/contracts';
import { isNoRoom } from '@kinreel/service';
import { withoutSecrets } from '@kinreel/service/log';
import { CompiledQuery } from 'kysely';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';
import { failureOf, type TakenJob } from './failed-jobs.ts';
import { nextTurn, type Turn, workOf } from './job-turns.ts';

/** One type of background job. Payloads contain only ids; handlers read the current rows. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Time limit of one attempt, in seconds. */
  timeoutSeconds: number;
  /**
   * Number of retries after a failed attempt. Attempts interrupted by the end of a worker do not count, nor those without room
   * to write: such a job waits until there is room.
   */
  retryLimit: number;
  /** Delay before the first retry, in seconds; doubled each time. */
  retryDelaySeconds: number;
  /** Whether a job without room to write waits for it; true by default. Otherwise that is a failure. */
  waitsForRoom?: boolean;
  /** Whether at most one job of this kind waits; another one is not enqueued then. */
  single?: boolean;
  /** Gets the payload if the job fails permanently: after the last retry, or after losing too many workers in a row. */
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
  /** How many of them may be long, by their turns; all by default. The other places stay free for short ones. */
  longConcurrency?: number;
  /** Each job begins only when no job of this kind is due or running, or when it has waited for an hour. */
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

/** Thrown by a handler: what the job was about is gone. The job is completed, and the queue shows it as `gone`. */
export class GoneError extends Error {
  constructor(message = 'no longer needed') {
    super(message);
  }
}

/** The job queue in PostgreSQL. One per process. */
export interface Jobs {
  /**
   * Enqueues a job as part of `db`'s transaction: the job exists if and only if the transaction commits.
   * @param options.delaySeconds delay before the first attempt
   * @param options.turn whose work it is, and how much; first come, first served without it
   */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number; turn?: Turn },
  ): Promise<void>;
  /** Enqueues a failed job that was taken out of the queue, as part of `db`'s transaction: with all its attempts, and a new turn. */
  enqueueAgain(db: Db, job: TakenJob): Promise<void>;
  /** Whether a job with this payload waits or runs. */
  isQueued<Payload extends object>(db: Db, job: JobDefinition<Payload>, payload: Payload): Promise<boolean>;
  /** Ends the schedule of a job, and removes those that wait. */
  unschedule(job: AnyJobHandler['job']): Promise<void>;
  /** Starts processing these jobs, and schedules the given ones by cron expression (UTC). */
  work(
    handlers: readonly AnyJobHandler[],
    schedules?: readonly { job: AnyJobHandler['job']; cron: string }[],
  ): Promise<void>;
  /**
   * Runs all waiting jobs one by one until the queue is empty, those of the first handlers first; for tests.
   * @returns the number of jobs run
   */
  drain(handlers: readonly AnyJobHandler[]): Promise<number>;
  /** Stops processing. Running jobs get `timeoutMs` to finish, then they are left to be retried. */
  stop(timeoutMs?: number): Promise<void>;
}

const SCHEMA = 'pgboss';

/**
 * How many workers may be lost in a row (killed, out of memory, disconnected) before a job fails permanently. Tools that
 * read people's files run in separate processes, so a job is rarely the cause: this only stops a job that crashes its
 * worker every time. A job must survive more than a hundred killed workers.
 */
export const LOST_WORKER_LIMIT = 120;

/** Maximum delay before a job of a lost worker is retried, in seconds. */
const LOST_WORKER_DELAY_MAX = 30;

/** Delay of a requeued job in seconds, so that the stopping worker does not take it again. */
const REQUEUE_DELAY_SECONDS = 1;

/** How long an attempt may take to stop after its time limit before its worker counts as lost, in seconds. */
const TIMEOUT_GRACE_SECONDS = 60;

/** Delay before a job that had no room is tried again, in seconds; doubled each time, up to the maximum. */
const NO_ROOM_DELAY_SECONDS = 10;
const NO_ROOM_DELAY_MAX = 600;

/** How long a job waits at most for others that go before all of its kind (`after`), in milliseconds since it was enqueued. */
const AFTER_LIMIT_MS = 3600_000;

/** How often such a job looks whether it may begin, in milliseconds. */
const AFTER_POLL_MS = 1_000;

/** How long the queue shows what was done, and what failed with its reason, in seconds. */
const SHOWN_SECONDS = 7 * 24 * 3600;

/**
 * A job as stored in the queue. We count failures here, and the queue counts workers lost in a row: after a failure or a
 * requeue it is a new job for the queue (docs/decisions/0024-outbox-and-failed-jobs.md).
 */
const envelope = z.object({
  payload: z.unknown(),
  /** The job that `failures` belongs to: a dead letter gets the envelope of the failed job. */
  job: z.string(),
  failures: z.number(),
  /** How often it had no room in a row. */
  waits: z.number().optional(),
  /** The owner of its turn, and the seconds of work: job-turns.ts reads them. */
  ownerId: z.string().optional(),
  work: z.number().optional(),
});

/** A job to put in the queue. */
type Content = Omit<z.output<typeof envelope>, 'job'>;

/** A job that was taken from the queue. */
type Taken = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'priority' | 'groupId' | 'createdOn'> & {
  signal?: AbortSignal;
};

/** How an attempt ended: with a result for the queue to show, or as the last failure. */
type Outcome = { status: 'completed' | 'deadletter'; output?: object };
const DONE: Outcome = { status: 'completed' };

/**
 * Connects to the queue, and creates its schema and the queues of `definitions` if missing. The queue of a dead letter
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

  /** Replaces a job by another one with the same turn. */
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
        // The queue itself has no room.
        if (!isNoRoom(error) || stopping.signal.aborted) throw error;
        await delay(NO_ROOM_DELAY_SECONDS * 1000, undefined, { signal: stopping.signal });
      }
    }
  }

  /** Whether a job of this kind is due or running. */
  async function isBusy({ name }: AnyJobHandler['job']): Promise<boolean> {
    const { text, values } = BUSY(name);
    const { rows } = await boss.getDb().executeSql(text, values);
    return rows.length > 0;
  }

  /** Waits until a job may begin. @throws the signal's reason */
  async function waitFor({ after }: AnyJobHandler, { createdOn }: Taken, signal: AbortSignal): Promise<void> {
    if (!after) return;
    while (Date.now() < createdOn.getTime() + AFTER_LIMIT_MS && (await isBusy(after))) {
      await delay(AFTER_POLL_MS, undefined, { signal });
    }
  }

  /**
   * Runs one attempt. A failed attempt is retried up to the limit, as a new job that takes the place of this one; one
   * interrupted by the end of this process is requeued without counting. Throws only if the queue is unreachable: then
   * the worker counts as lost.
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
      // If this process is killed before the old job is completed, the job is queued twice; handlers are idempotent.
      if (stopping.signal.aborted) {
        log.info({ job: definition.name, payload }, 'job requeued');
        return replace(definition, job, { ...content, failures }, REQUEUE_DELAY_SECONDS);
      }
      if (error instanceof GoneError) {
        log.info({ job: definition.name, payload }, 'job no longer needed');
        return { status: 'completed', output: { gone: error.message } };
      }
      if (isNoRoom(error) && definition.waitsForRoom !== false) {
        log.warn({ err: error, job: definition.name, payload }, 'job waits for disk space');
        const startAfter = Math.min(NO_ROOM_DELAY_MAX, NO_ROOM_DELAY_SECONDS * 2 ** waits);
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

  /** The same as the outcome `deadletter` of a worker: the job has failed, and its dead letter is enqueued. */
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
    { delaySeconds, turn }: { delaySeconds?: number; turn?: Turn },
  ): Promise<void> {
    const executor = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
        return { rows: result.rows };
      },
    };
    await send(
      name,
      { payload, failures: 0, ...(turn && { ownerId: turn.ownerId, work: workOf(turn) }) },
      {
        db: executor,
        ...(delaySeconds && { startAfter: delaySeconds }),
        ...(turn && (await nextTurn(db, name, turn))),
      },
    );
  }

  return {
    enqueue: (db, job, payload, options = {}) => enqueue(db, job.name, payload, options),
    enqueueAgain: (db, { kind, payload, turn }) => enqueue(db, kind, payload, turn ? { turn } : {}),
    async isQueued(db, { name }, payload) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(QUEUED, [name, JSON.stringify(payload)]));
      return rows.length > 0;
    },
    async work(handlers, schedules = []) {
      for (const handler of handlers) {
        await boss.work(
          handler.job.name,
          // There is no notification when a delay ends: such jobs are found by polling (default: every 30 seconds).
          {
            batchSize: 1,
            localConcurrency: handler.concurrency,
            ...(handler.longConcurrency && { localGroupConcurrency: handler.longConcurrency }),
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            perJobResults: true,
          },
          async (batch) => Promise.all(batch.map(async (job) => ({ id: job.id, ...(await attempt(handler, job)) }))),
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

/** Lets a queue of an earlier version have only one waiting job: those that wait are removed. The library cannot change that. */
async function makeSingle(boss: PgBoss, name: string): Promise<void> {
  await boss.getDb().executeSql(
    `with changed as (update ${SCHEMA}.queue set policy = 'short' where name = $1 and policy <> 'short' returning name)
     delete from ${SCHEMA}.job using changed where job.name = changed.name and state < 'active'`,
    [name],
  );
}

/** A query for one job of a queue that is due or running. */
function BUSY(name: string) {
  return {
    text: `select 1 from ${SCHEMA}.job where name = $1 and
      (state = 'active' or (state < 'active' and start_after <= now())) limit 1`,
    values: [name],
  };
}

/** A query for a job with a payload that waits or runs. */
const QUEUED = `select 1 from ${SCHEMA}.job
  where name = $1 and state < 'completed' and data -> 'payload' = $2::jsonb limit 1`;

/** What the queue stores of an error: its words for who has the database, and the failure for site owners. */
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
    // A job is retried after its worker sent no heartbeat for this long.
    heartbeatSeconds: 15,
    deleteAfterSeconds: SHOWN_SECONDS,
    notify: true,
    ...(definition.deadLetter ? { deadLetter: definition.deadLetter.name } : {}),
  };
}
