import { identitySchema } from '@kinreel/identity/schema';
import { connectDatabase, migrate } from '../platform/db/database.ts';
import { MIGRATION_NAMES } from '../platform/db/migrations.ts';
import type { Schema } from '../platform/db/schema.ts';

/**
 * All rows of an installation that a backup contains. Not included: the job queue (jobs are enqueued again from these
 * rows), unfinished uploads (their files are only on the machine that receives them), chunks of videos (they are
 * encoded again), and the state of this machine's backups.
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
