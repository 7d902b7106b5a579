import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Db } from './db/database.ts';
import { withoutSecrets } from './log-fields.ts';
import type { Logger } from './logger.ts';

/** One type of background job. Payloads contain only ids; handlers read the current rows. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Time limit of one attempt, in seconds. */
  timeoutSeconds: number;
  /** Number of retries after a failed attempt. Attempts interrupted by the end of a worker do not count. */
  retryLimit: number;
  /** Delay before the first retry, in seconds; doubled each time. */
  retryDelaySeconds: number;
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

/** The job queue in PostgreSQL. One per process. */
export interface Jobs {
  /**
   * Enqueues a job as part of `db`'s transaction: the job exists if and only if the transaction commits.
   * @param options.delaySeconds delay before the first attempt
   */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number },
  ): Promise<void>;
  /** Starts processing these jobs, and schedules the given ones by cron expression (UTC). */
  work(
    handlers: readonly AnyJobHandler[],
    schedules?: readonly { job: AnyJobHandler['job']; cron: string }[],
  ): Promise<void>;
  /** Runs all waiting jobs one by one until the queue is empty; for tests. @returns the number of jobs run */
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
});

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
    await boss.createQueue(definition.name, queueOptions(definition));
    await boss.updateQueue(definition.name, queueOptions(definition));
  }
  const stopping = new AbortController();

  async function send(
    job: AnyJobHandler['job'],
    content: { payload: unknown; failures: number },
    options: {
      startAfter?: number;
      db?: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
    },
  ): Promise<void> {
    await boss.send(job.name, { ...content, job: job.name }, options);
  }

  /**
   * Runs one attempt. A failed attempt is retried up to the limit, as a new job that takes the place of this one; one
   * interrupted by the end of this process is requeued without counting. Throws only if the queue is unreachable: then
   * the worker counts as lost.
   * @returns the error, if that was the last attempt; null if this job is done
   */
  async function attempt(
    handler: AnyJobHandler,
    job: { id: string; data: unknown; signal?: AbortSignal },
  ): Promise<object | null> {
    const { job: definition } = handler;
    const { payload, ...letter } = envelope.parse(job.data);
    const failures = letter.job === definition.name ? letter.failures : 0;
    const signals = [stopping.signal, AbortSignal.timeout(definition.timeoutSeconds * 1000)];
    try {
      await handler.run(definition.payload.parse(payload), {
        signal: AbortSignal.any(job.signal ? [...signals, job.signal] : signals),
      });
    } catch (error) {
      // If this process is killed before the old job is completed, the job is queued twice; handlers are idempotent.
      if (stopping.signal.aborted) {
        log.info({ job: definition.name, payload }, 'job requeued');
        await send(definition, { payload, failures }, { startAfter: REQUEUE_DELAY_SECONDS });
        await boss.deleteJob(definition.name, job.id);
        return null;
      }
      log.warn({ err: error, job: definition.name, payload, failures: failures + 1 }, 'job failed');
      if (failures < definition.retryLimit) {
        const startAfter = definition.retryDelaySeconds * 2 ** failures;
        await send(definition, { payload, failures: failures + 1 }, { startAfter });
        await boss.deleteJob(definition.name, job.id);
        return null;
      }
      return reasonOf(error);
    }
    return null;
  }

  /** The same as the outcome `deadletter` of a worker: the job has failed, and its dead letter is enqueued. */
  async function fail(name: string, id: string, reason: object): Promise<void> {
    await boss.fail(name, id, reason);
    await boss.update(name, undefined, { id, retryLimit: 0 });
    await boss.fail(name, id, reason);
  }

  return {
    async enqueue(db, job, payload, { delaySeconds } = {}) {
      const executor = {
        executeSql: async (text: string, values: unknown[] = []) => {
          const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
          return { rows: result.rows };
        },
      };
      await send(
        job,
        { payload, failures: 0 },
        { db: executor, ...(delaySeconds ? { startAfter: delaySeconds } : {}) },
      );
    },
    async work(handlers, schedules = []) {
      for (const handler of handlers) {
        await boss.work(
          handler.job.name,
          // There is no notification when a delay ends: such jobs are found by polling (default: every 30 seconds).
          {
            batchSize: 1,
            localConcurrency: handler.concurrency,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 2,
            perJobResults: true,
          },
          async (batch) =>
            Promise.all(
              batch.map(async (job) => {
                const failure = await attempt(handler, job);
                return failure
                  ? { id: job.id, status: 'deadletter' as const, output: failure }
                  : { id: job.id, status: 'completed' as const };
              }),
            ),
        );
      }
      for (const { job, cron } of schedules) {
        await boss.schedule(job.name, cron, { payload: {}, job: job.name, failures: 0 });
      }
    },
    async drain(handlers) {
      let done = 0;
      for (let found = true; found; ) {
        found = false;
        for (const handler of handlers) {
          const [job] = await boss.fetch<object>(handler.job.name);
          if (!job) continue;
          found = true;
          done += 1;
          const failure = await attempt(handler, job);
          if (failure) await fail(handler.job.name, job.id, failure);
          else await boss.complete(handler.job.name, job.id);
        }
      }
      return done;
    },
    async stop(timeoutMs = 10_000) {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

/** What the queue stores of an error. */
function reasonOf(error: unknown): { message: string } {
  return { message: withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 1000) };
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
