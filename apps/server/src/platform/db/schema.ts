/** A schema of the database that belongs to an installation, with all rows that a backup has. Listed in app/schemas.ts. */
export interface Schema {
  name: string;
  /** The table, without the schema, in which its migrations are recorded, and the table of their lock. */
  migrationTable: string;
  migrationLockTable: string;
  /** Tables whose rows only mean something together with what is not in a backup. */
  skippedTables: readonly string[];
  /** Names of all migrations that this version knows, in order. */
  migrations: readonly string[];
  /** Runs migrations up to the given one, or all; creates the schema if it is missing. */
  migrate(databaseUrl: string, upTo?: string): Promise<void>;
}
