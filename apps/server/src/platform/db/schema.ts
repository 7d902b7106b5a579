/** A database schema of an installation; backups contain all its rows. Listed in app/schemas.ts. */
export interface Schema {
  name: string;
  /** The tables for its migrations and their lock, without the schema name. */
  migrationTable: string;
  migrationLockTable: string;
  /** Tables that are not in backups. */
  skippedTables: readonly string[];
  /** Names of all migrations of this version, in order. */
  migrations: readonly string[];
  /** Runs migrations up to the given one, or all; creates the schema if it is missing. */
  migrate(databaseUrl: string, upTo?: string): Promise<void>;
}
