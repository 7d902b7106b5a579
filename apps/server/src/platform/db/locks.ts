import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/logger.ts';

/** Delay between attempts to acquire a lock of another process, in milliseconds; doubled up to the maximum. */
const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 160;

const CHANNEL = 'kinreel_locks';

/** A lock holder counts as hung after this time without a response, in milliseconds. Less than most callers wait. */
const SILENCE_MS = 8_000;

/** An acquired lock. */
export interface Lock {
  /** Checks with the database. False after a lost connection, or if this process was unresponsive for too long. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** The lock was not released in time. */
export class LockTimeoutError extends Error {}

/**
 * Named locks shared by all processes of one database. They are PostgreSQL advisory locks in one session per process:
 * when a process ends, its session and its locks end too. Waiters notify the holder, which responds with a statement in
 * its session. If it does not respond, the waiter terminates its session, because that process hangs.
 */
export interface Locks {
  /**
   * Waits for a lock and asks its holder to release it.
   * @param options.onReleaseRequested called when another caller waits for this lock, or the database connection is
   *   lost
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
  /** Runs queries one after the other, because pg 9 no longer queues them. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult>;
}

/**
 * Connects at the first lock, and reconnects when the connection is lost.
 * @param silenceMs after how many milliseconds without a response a holder counts as hung
 */
export function connectLocks(databaseUrl: string, log: Logger, silenceMs = SILENCE_MS): Locks {
  /** By name, oldest first. A session can acquire its own lock twice, so this process keeps its own order. */
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
      // The response; an error means a lost connection.
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

  /** Acquires the lock between processes. @returns the session that holds it */
  async function acquireInDatabase(name: string, deadline: number): Promise<Session> {
    /** When the holder was first notified: local time, and time of the database. */
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

  /** Terminates the session of a holder that has not responded since it was notified, which releases its locks. */
  async function endSilentHolder(own: Session, name: string, askedAt: unknown): Promise<void> {
    const { rowCount } = await own.query(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and datname = current_database()
         and database = datid and ((classid::bigint << 32) | objid::bigint) = hashtextextended($1, 0) and objsubid = 1
         and state_change < $2::timestamptz`,
      [name, askedAt],
    );
    if (rowCount) log.warn('locks: a process that does not respond has lost its locks');
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
        // Entries behind this one still have to wait for the entry before it.
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
