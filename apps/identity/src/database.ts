import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** A database handle or a transaction: queries take either. */
export type Db = Kysely<Tables>;

/** Everything of this service lives in this PostgreSQL schema and nothing outside of it is touched. */
export const SCHEMA = 'identity';

/** Names of advisory locks. PostgreSQL knows them by number; these are arbitrary and only have to differ. */
const LOCKS = { migrate: 7_305_001, keys: 7_305_002 };

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool; connects on first use. `onError` hears of connections that break while idle. */
export function openDatabase(databaseUrl: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 10_000 });
  pool.on('error', onError);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(SCHEMA);
  return { db, pool, close: () => db.destroy() };
}

/** Brings the schema up to date. Safe to call from many processes at once: one does the work, the others wait. */
export async function migrate({ db, pool }: Database): Promise<void> {
  const lock = await pool.connect();
  let unlocked = false;
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(db);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: SCHEMA,
      migrationTableName: 'migrations',
      migrationLockTableName: 'migrations_lock',
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
    await lock.query('select pg_advisory_unlock($1)', [LOCKS.migrate]);
    unlocked = true;
  } finally {
    // A connection that still holds the lock is closed, which gives the lock back.
    lock.release(!unlocked);
  }
}

/** Runs `work` in a transaction that holds the lock of the signing keys. */
export function withKeyLock<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.keys})`.execute(tx);
    return work(tx);
  });
}
