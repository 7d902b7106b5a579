import { ConfigError, newerMigration, withStatementName } from '@kinreel/service';
import { Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { BuildingDialect } from './given-value.ts';
import { MIGRATION_NAMES, migrationProvider } from './migrations.ts';
import type { Database } from './tables.ts';

/** The pool or a transaction. */
export type Db = Kysely<Database> | Transaction<Database>;

/** A transaction, for changes that belong together. */
export type Tx = Transaction<Database>;

/** How columns are read: all bigint columns are byte counts below 2^53; dates stay `YYYY-MM-DD` strings. */
export const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.DATE) return (value: string) => value;
    return pg.types.getTypeParser(oid, format);
  },
} as pg.CustomTypesConfig;

/**
 * A connection that knows whether it leads to a standby, from a parameter that PostgreSQL sends at the start. Some
 * poolers do not pass it on.
 */
class CheckedClient extends pg.Client {
  isStandby = false;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
    connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      if (status.parameterName === 'in_hot_standby') this.isStandby = status.parameterValue === 'on';
    });
  }
}

/** Rejects standbys, because access decisions need current data, and a standby lags behind. */
function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  const { isStandby } = client as unknown as CheckedClient;
  done(isStandby ? Object.assign(new Error('This is a standby, not the primary.'), { code: '25006' }) : undefined);
}

/** Prepares each statement once per connection. */
class PreparingClient extends CheckedClient {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's overloads; only the (text, values) form is changed
  override query(...args: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.query as any)(...withStatementName(args));
  }
}

/**
 * Creates a connection pool of the primary. It connects on first use.
 * @param options.prepared false for a transaction-mode pooler without support for prepared statements
 */
export function connectDatabase(url: string, poolSize = 10, { prepared = true } = {}): Kysely<Database> {
  const pool = new pg.Pool({
    types: COLUMN_TYPES,
    Client: prepared ? PreparingClient : CheckedClient,
    application_name: 'kinreel',
    connectionString: url,
    max: poolSize,
    // An option of pg-pool that is missing in its types.
    verify: refuseStandby,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  } as pg.PoolConfig);
  // A lost connection must not end the process; the next query gets a new one. The pool only listens to idle
  // connections: one that is lost between two statements of a transaction needs this listener. The following statement
  // fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new BuildingDialect({ pool }) });
}

/** Names of the applied migrations. */
async function listMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    db,
  );
  if (!rows[0]?.found) return [];
  return (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

/**
 * Runs pending migrations in one transaction: if one fails, nothing is changed. Safe with concurrent processes
 * (advisory lock).
 * @param upTo the last one to run; default all
 * @throws ConfigError if the database has a newer version
 */
export async function migrate(db: Kysely<Database>, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrationProvider });
  const newer = newerMigration(await listMigrations(db), MIGRATION_NAMES);
  if (newer) throw new ConfigError(newer);
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the database was used by a start before. */
export async function isInUse(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('public.users') is not null as found`.execute(db);
  return rows[0]?.found ?? false;
}
