import { identitySchema } from '@kinreel/identity/schema';
import { connectDatabase, MIGRATION_NAMES, migrate } from '../platform/db/database.ts';
import type { Schema } from '../platform/db/schema.ts';

/**
 * All rows of an installation. The queue is not among them: its jobs are made again from these rows. Unfinished uploads
 * are not either, because their files are only on the machine that receives them. Nor are pieces of films: they are encoded again.
 * What is known of the backups of a machine says nothing about those of another.
 */
export const SCHEMAS: readonly Schema[] = [
  {
    name: 'public',
    migrationTable: 'kysely_migration',
    migrationLockTable: 'kysely_migration_lock',
    skippedTables: ['uploads', 'splits', 'pieces', 'backup_runs', 'backup_folder'],
    migrations: MIGRATION_NAMES,
    async migrate(databaseUrl, upTo) {
      const db = connectDatabase(databaseUrl, 2);
      try {
        await migrate(db, upTo);
      } finally {
        await db.destroy();
      }
    },
  },
  { ...identitySchema, skippedTables: [] },
];
