import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import type * as z from 'zod';
import type { Db } from './db/database.ts';
import type { Logger } from './logger.ts';

/** One kind of background work. Payloads carry ids only; the handler reads the rows afresh. */
export interface JobDefinition<Payload extends object> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Seconds one attempt may take before it counts as hung. */
  timeoutSeconds: number;
  /** Attempts after the first. */
  retryLimit: number;
  /** Seconds to the first retry; doubled each time. */
  retryDelaySeconds: number;
  /** Gets the payload when the last attempt failed, also one whose worker was killed and could do nothing about it. */
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

  async function attempt(handler: AnyJobHandler, job: { data: unknown; signal?: AbortSignal }): Promise<void> {
    const payload = handler.job.payload.parse(job.data);
    try {
      await handler.run(payload, { signal: AbortSignal.any([stopping.signal, ...(job.signal ? [job.signal] : [])]) });
    } catch (error) {
      log.warn({ err: error, job: handler.job.name, payload }, 'a job failed');
      throw error;
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
      await boss.send(job.name, payload, {
        db: executor,
        ...(delaySeconds ? { startAfter: delaySeconds } : {}),
      });
    },
    async work(handlers, schedules = []) {
      for (const handler of handlers) {
        await boss.work(
          handler.job.name,
          { batchSize: 1, localConcurrency: handler.concurrency, pollingIntervalSeconds: 2 },
          async ([job]) => {
            if (job) await attempt(handler, job);
          },
        );
      }
      for (const { job, cron } of schedules) await boss.schedule(job.name, cron, {});
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
          try {
            await attempt(handler, job);
            await boss.complete(handler.job.name, job.id);
          } catch (error) {
            await boss.fail(handler.job.name, job.id, { message: String(error) });
          }
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
    expireInSeconds: definition.timeoutSeconds,
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    // A killed worker's job is taken up again after this long without a sign of life.
    heartbeatSeconds: 15,
    deleteAfterSeconds: 24 * 3600,
    notify: true,
    ...(definition.deadLetter ? { deadLetter: definition.deadLetter.name } : {}),
  };
}
