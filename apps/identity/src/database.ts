import { ConfigError, newerMigration, withStatementName } from '@kinreel/service';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

/** The pool or a transaction: queries accept either. */
export type Db = Kysely<Tables>;

/** For functions that must run in the caller's transaction. */
export type Tx = Transaction<Tables>;

/** PostgreSQL schema of this service; it uses no other one. */
export const SCHEMA = 'identity';

/** Keys of the advisory locks: arbitrary but different. */
const LOCKS = { migrate: 7_305_001, keys: 7_305_002 };

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Prepares each statement once per connection. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads; only the (text, values) form is changed
  override query(...args: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.query as any)(...withStatementName(args));
  }
}

/** Opens a pool, which connects on first use. `onError` is called when a connection is lost without a running query. */
export function openDatabase(databaseUrl: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 10_000,
    Client: PreparingClient,
  });
  pool.on('error', onError);
  // The pool only listens to idle connections: one that is lost between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(SCHEMA);
  return { db, pool, close: () => db.destroy() };
}

/** The tables in which migrations are recorded and locked. */
export const MIGRATION_TABLES = { migrationTableName: 'migrations', migrationLockTableName: 'migrations_lock' };

/**
 * Runs pending migrations. Safe when several processes start at the same time: one migrates, the others wait.
 * @param upTo the last one to run; default all
 */
export async function migrate({ db, pool }: Database, upTo?: string): Promise<void> {
  const lock = await pool.connect();
  let unlocked = false;
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCKS.migrate]);
    await sql`create schema if not exists ${sql.id(SCHEMA)}`.execute(db);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: SCHEMA,
      ...MIGRATION_TABLES,
    });
    const { rows } = await sql<{
      found: boolean;
    }>`select to_regclass('identity.migrations') is not null as found`.execute(db);
    const done = rows[0]?.found
      ? await sql<{ name: string }>`select name from identity.migrations order by name`.execute(db)
      : { rows: [] };
    const newer = newerMigration(
      done.rows.map(({ name: one }) => one),
      Object.keys(migrations),
    );
    if (newer) throw new ConfigError(newer);
    const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
    if (error) throw error;
    await lock.query('select pg_advisory_unlock($1)', [LOCKS.migrate]);
    unlocked = true;
  } finally {
    // A connection that still holds the lock is closed, which releases the lock.
    lock.release(!unlocked);
  }
}

/** Runs `work` in a transaction that holds the lock of the signing keys. */
export function withKeyLock<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.keys})`.execute(tx);
    return work(tx);
  });
}
