import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db, Tx } from '../platform/db/database.ts';

/** Whether a transaction of this database waits for a lock of another one. */
export async function somebodyWaits(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

/** Starts work and returns when it is done or waits for a lock. @returns which of both */
export async function untilWaiting<Result>(
  db: Db,
  begin: () => PromiseLike<Result>,
): Promise<{ work: Promise<Result>; isWaiting: boolean }> {
  const work = Promise.resolve(begin());
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  const isWaiting = await vi.waitFor(
    async () => {
      if (isDone) return false;
      if (!(await somebodyWaits(db))) throw new Error('neither done nor waiting');
      return true;
    },
    { timeout: 60_000, interval: 10 },
  );
  return { work, isWaiting };
}

/**
 * Starts work during an open transaction, and commits the transaction when the work waits for it, or is done.
 * @param last executed in the transaction before it ends
 */
export async function meanwhile<Result>(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  begin: () => PromiseLike<Result>,
  last: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<Result> {
  const { work } = await db.transaction().execute(async (tx) => {
    await first(tx);
    const begun = await untilWaiting(db, begin);
    await last(tx);
    return begun;
  });
  return await work;
}
