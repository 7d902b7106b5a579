import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/** Delay between attempts to get a lock of another process, in milliseconds; doubled up to the maximum. */
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 160;

const CHANNEL = 'kinreel_locks';

/** After this time without an answer the holder of a lock counts as hung, in milliseconds. Less than most callers wait. */
const SILENCE_MS = 8_000;

/** An acquired lock. */
export interface Lock {
  /** Asks the database. False after the connection was lost, or if this process has not answered for too long. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** The lock was not released in time. */
export class LockTimeoutError extends Error {}

/**
 * Named locks shared by all processes of one database. They are PostgreSQL advisory locks in one session per process:
 * when a process ends for any reason, its session and its locks end too. A holder that is asked answers with a statement in its
 * session. Whoever waits ends the session of one that does not: that process hangs.
 */
export interface Locks {
  /**
   * Waits for a lock and asks its holder to release it.
   * @param options.onReleaseRequested called when somebody else waits for this lock, or the database connection is lost
   * @throws LockTimeoutError
   */
  acquire(name: string, options: { waitMs: number; onReleaseRequested?: () => void }): Promise<Lock>;
  close(): Promise<void>;
}

/** A holder of a lock in this process, or one waiting for it. */
interface Entry {
  onReleaseRequested: (() => void) | undefined;
  released: Promise<void>;
}

/** A connection that holds locks. */
interface Session {
  client: pg.Client;
  /** Runs one query after the other, because pg 9 no longer queues them. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult>;
}

/**
 * Connects with the first lock, and reconnects when the connection breaks.
 * @param silenceMs after how many milliseconds without an answer a holder counts as hung
 */
export function connectLocks(databaseUrl: string, log: Logger, silenceMs = SILENCE_MS): Locks {
  /** By name, oldest first. A session can take its own lock twice, so this process keeps its own order. */
  const queues = new Map<string, Entry[]>();
  let session: Promise<Session> | null = null;

  function connected(): Promise<Session> {
    session ??= connect();
    return session;
  }

  async function connect(): Promise<Session> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'kinreel-locks',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    let lost = false;
    function lose(error?: Error): void {
      if (lost) return;
      lost = true;
      session = null;
      if (error) log.warn({ err: error }, 'locks: database connection lost');
      for (const name of queues.keys()) requestRelease(name);
      client.end().catch(() => {});
    }
    client.on('error', lose);
    client.on('end', () => lose());
    let last: Promise<unknown> = Promise.resolve();
    function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
      const result = last.then(() => client.query(text, values));
      last = result.catch(() => {});
      return result;
    }
    client.on('notification', ({ payload = '' }) => {
      if (!queues.has(payload)) return;
      requestRelease(payload);
      // The answer; an error of it is that of the connection.
      query('select 1', []).catch(() => {});
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      lose();
      throw error;
    }
    return { client, query };
  }

  function requestRelease(name: string): void {
    for (const entry of queues.get(name) ?? []) entry.onReleaseRequested?.();
  }

  /** Waits for the lock between processes. @returns the session that holds it */
  async function acquireInDatabase(name: string, deadline: number): Promise<Session> {
    /** When the holder was first asked: here, and by the clock of the database. */
    let asked: { here: number; there: unknown } | null = null;
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 2, MAX_POLL_MS)) {
      const own = await connected();
      const { rows } = await own.query(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held, clock_timestamp()::text as now',
        [name],
      );
      if (rows[0].held) return own;
      if (asked && Date.now() - asked.here >= silenceMs) {
        await endSilentHolder(own, name, asked.there);
        asked = null;
      }
      if (Date.now() >= deadline) throw new LockTimeoutError(name);
      asked ??= { here: Date.now(), there: rows[0].now };
      await own.query('select pg_notify($1, $2)', [CHANNEL, name]);
      await delay(pause);
    }
  }

  /** Ends the session of a holder that has said nothing since it was asked. Its locks are free then. */
  async function endSilentHolder(own: Session, name: string, askedAt: unknown): Promise<void> {
    const { rowCount } = await own.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and datname = current_database()
         and database = datid and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0) and objsubid = 1
         and state_change < $2::timestamptz`,
      [name, askedAt],
    );
    if (rowCount) log.warn('locks: a process that does not answer has lost its locks');
  }

  async function unlock(holder: Session, name: string): Promise<void> {
    // A closed session holds no locks.
    await holder.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => {});
  }

  return {
    async acquire(name, { waitMs, onReleaseRequested }) {
      const deadline = Date.now() + waitMs;
      requestRelease(name);
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const before = queue.at(-1)?.released;
      const { promise: released, resolve: leave } = Promise.withResolvers<void>();
      const entry: Entry = { onReleaseRequested, released };
      queue.push(entry);
      function done(): void {
        queue.splice(queue.indexOf(entry), 1);
        if (queue.length === 0) queues.delete(name);
        leave();
      }
      if (before && !(await settlesWithin(before, waitMs))) {
        // Entries behind this one still have to wait for the one before it.
        before.then(done);
        throw new LockTimeoutError(name);
      }
      try {
        const holder = await acquireInDatabase(name, deadline);
        return {
          isHeld: () =>
            holder.query('select 1', []).then(
              () => true,
              () => false,
            ),
          async release() {
            await unlock(holder, name);
            done();
          },
        };
      } catch (error) {
        done();
        throw error;
      }
    },
    async close() {
      const holder = await session?.catch(() => null);
      await holder?.client.end();
    },
  };
}

/** Whether a promise is fulfilled in time. */
async function settlesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([
      promise.then(() => true),
      delay(ms, false, { signal: timer.signal }).catch(() => false),
    ]);
  } finally {
    timer.abort();
  }
}
