import { type Kysely, sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { Database } from '../platform/db/tables.ts';

/** Runs work in a transaction that is rolled back. @returns the result of the work */
export async function rolledBack<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await db.startTransaction().execute();
  try {
    return await work(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** For WITH: this many people who exist only as rows, with the columns `id` and `n`, from 1. */
export const inventedPeople = (count: number) => sql`
  insert into users (id, provider, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
  select gen_random_uuid(), 'i', n, n || '@example.org', 'Ada', 'Quist', 'ada', 'quist', 'Duluth', 'MN', 'US', '1944-03-09'
  from generate_series(1, ${count}::int) n returning id, subject::int as n`;

/** Number of rows of these tables that some work in a transaction reads. */
export async function countRowsRead(tx: Tx, tables: readonly string[], work: () => Promise<void>): Promise<number> {
  const before = await rowsRead(tx, tables);
  await work();
  return (await rowsRead(tx, tables)) - before;
}

/** Number of rows of these tables that the transaction has read. */
async function rowsRead(tx: Tx, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables
    where relname = any(${tables}::text[])`.execute(tx);
  return rows[0]?.count ?? 0;
}
