import { MIGRATION_TABLES, migrate, openDatabase, SCHEMA } from './database.ts';
import { migrations } from './migrations.ts';

/** Description of this service's tables for backups. */
export const identitySchema = {
  name: SCHEMA,
  migrationTable: MIGRATION_TABLES.migrationTableName,
  migrationLockTable: MIGRATION_TABLES.migrationLockTableName,
  migrations: Object.keys(migrations) as readonly string[],
  /** Runs migrations up to the given one, or all; creates the schema if it is missing. */
  async migrate(databaseUrl: string, upTo?: string): Promise<void> {
    const database = openDatabase(databaseUrl, () => {});
    try {
      await migrate(database, upTo);
    } finally {
      await database.close();
    }
  },
};
