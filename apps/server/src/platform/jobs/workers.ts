import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Logger } from '../log/logger.ts';

/** Application name of the connection that shows that a worker is alive. */
const NAME = 'kinreel-worker';

/** Delay before reconnecting, in milliseconds. */
const AGAIN_MS = 2_000;

/**
 * Shows other processes that this worker is alive, by a database connection that ends with the process.
 * @returns a function to stop, when the connection is established
 */
export async function announceWorker(databaseUrl: string, log: Logger): Promise<() => Promise<void>> {
  let ended = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: NAME, keepAlive: true });
    client = next;
    let lost = false;
    const lose = (error?: Error) => {
      if (lost || ended) return;
      lost = true;
      if (error) log.warn({ err: error }, 'workers: database connection lost');
      next.end().catch(() => {});
      timer = setTimeout(() => void connect(), AGAIN_MS).unref();
    };
    next.on('error', lose);
    next.on('end', () => lose());
    await next.connect().catch(lose);
  }
  await connect();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

/** Number of running workers of this database. */
export async function countWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${NAME}`.execute(db);
  return rows[0]?.count ?? 0;
}
