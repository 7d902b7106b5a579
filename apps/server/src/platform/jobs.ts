import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import * as z from 'zod';
import type { Db } from './db/database.ts';
import type { Logger } from './logger.ts';

/** One kind of background work. Payloads carry ids only; the handler reads the rows afresh. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Seconds one attempt may take before it counts as hung. */
  timeoutSeconds: number;
  /** Attempts after the first that may fail; those cut short because their worker ended do not count. */
  retryLimit: number;
  /** Seconds to the first retry; doubled each time. */
  retryDelaySeconds: number;
  /** Gets the payload when the last attempt failed, or when too many workers were lost at this job in a row. */
  deadLetter?: JobDefinition<Payload>;
}

/** What a handler is told about the attempt it makes. */
export interface Attempt {
  /** Aborted when the attempt took too long or the worker is asked to stop. */
  signal: AbortSignal;
}

/** A job with the function that does it. Handlers are idempotent: an attempt may be repeated at any point. */
export interface JobHandler<Payload extends object> {
  job: JobDefinition<Payload>;
  /** How many run side by side in one worker process. */
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

/** The queue in PostgreSQL. One a process. */
export interface Jobs {
  /**
   * Put a job in the queue as part of `db`'s transaction: it exists exactly when what made it necessary does.
   * @param options.delaySeconds not before then
   */
  enqueue<Payload extends object>(
    db: Db,
    job: JobDefinition<Payload>,
    payload: Payload,
    options?: { delaySeconds?: number },
  ): Promise<void>;
  /** Start working on these jobs, and run `every` ones by their cron lines (UTC). */
  work(
    handlers: readonly AnyJobHandler[],
    schedules?: readonly { job: AnyJobHandler['job']; cron: string }[],
  ): Promise<void>;
  /** Do what waits now, one by one, until nothing is left; for tests. @returns how many were done */
  drain(handlers: readonly AnyJobHandler[]): Promise<number>;
  /** Stop taking work; what is under way gets `timeoutMs` to end, then is left to be retried. */
  stop(timeoutMs?: number): Promise<void>;
}

const SCHEMA = 'pgboss';

/**
 * Workers that may be lost (killed, out of memory, cut off) at one job in a row before it is given up. What reads
 * people's files runs in processes and threads of its own, so a lost worker is hardly ever the job's fault: this only
 * ends a job that takes its worker down each time. More than a hundred kills at the same job must do it no harm.
 */
export const LOST_WORKER_LIMIT = 120;

/** Longest wait, in seconds, before a job whose worker was lost is taken up again. */
const LOST_WORKER_DELAY_MAX = 30;

/** Seconds that a job which is put back rests, so that the worker that is about to end does not take it again. */
const REQUEUE_DELAY_SECONDS = 1;

/** Seconds that an attempt whose time is over has to end before it counts as lost. */
const TIMEOUT_GRACE_SECONDS = 60;

/**
 * A job as it lies in the queue. Failures are counted here, and the queue counts the workers lost in a row: a failure,
 * or being put back, makes it a new job to the queue.
 */
const envelope = z.object({
  payload: z.unknown(),
  /** Whose failures these are: a dead letter is given the envelope of the job that it is about. */
  job: z.string(),
  failures: z.number(),
});

/**
 * Connect to the queue, creating its schema and the queues of `definitions` where they are missing. A dead letter's
 * queue comes before the queues that name it.
 */
export async function connectJobs(options: {
  databaseUrl: string;
  definitions: readonly JobDefinition<never>[] | readonly AnyJobHandler['job'][];
  /** Whether this process looks after retries, expiry and schedules; workers do. */
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
   * Make one attempt. One that fails is followed by another until its limit, one that is cut short by the end of this
   * process is put back uncounted. Throws only where the queue itself cannot be reached: then the worker counts as lost.
   */
  async function attempt(handler: AnyJobHandler, job: { data: unknown; signal?: AbortSignal }): Promise<void> {
    const { job: definition } = handler;
    const { payload, ...letter } = envelope.parse(job.data);
    const failures = letter.job === definition.name ? letter.failures : 0;
    const signals = [stopping.signal, AbortSignal.timeout(definition.timeoutSeconds * 1000)];
    try {
      await handler.run(definition.payload.parse(payload), {
        signal: AbortSignal.any(job.signal ? [...signals, job.signal] : signals),
      });
    } catch (error) {
      // This process may be killed before the queue hears that the old job is done: then it is in there twice, which
      // handlers stand.
      if (stopping.signal.aborted) {
        log.info({ job: definition.name, payload }, 'a job is put back');
        await send(definition, { payload, failures }, { startAfter: REQUEUE_DELAY_SECONDS });
        return;
      }
      log.warn({ err: error, job: definition.name, payload, failures: failures + 1 }, 'a job failed');
      if (failures < definition.retryLimit) {
        const startAfter = definition.retryDelaySeconds * 2 ** failures;
        await send(definition, { payload, failures: failures + 1 }, { startAfter });
      } else if (definition.deadLetter) {
        await send(definition.deadLetter, { payload, failures: 0 }, {});
      }
    }
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
          // Nobody notifies of a job whose delay is over: it is found by polling, for which half a minute is the rule.
          {
            ...{ batchSize: 1, localConcurrency: handler.concurrency },
            ...{ pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
          },
          async ([job]) => {
            if (job) await attempt(handler, job);
          },
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
          await attempt(handler, job);
          await boss.complete(handler.job.name, job.id);
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

function queueOptions(definition: AnyJobHandler['job']) {
  return {
    expireInSeconds: definition.timeoutSeconds + TIMEOUT_GRACE_SECONDS,
    retryLimit: LOST_WORKER_LIMIT,
    retryDelay: 1,
    retryDelayMax: LOST_WORKER_DELAY_MAX,
    retryBackoff: true,
    // A killed worker's job is taken up again after this long without a sign of life.
    heartbeatSeconds: 15,
    deleteAfterSeconds: 24 * 3600,
    notify: true,
    ...(definition.deadLetter ? { deadLetter: definition.deadLetter.name } : {}),
  };
}
