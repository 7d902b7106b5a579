import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import type { Kysely } from 'kysely';
import { ConfigError, type ServerConfig } from './config.ts';
import { connectDatabase } from './db/database.ts';
import type { Database } from './db/tables.ts';
import { EXIT_CONFIG } from './process.ts';

/** PostgreSQL's undefined_table and undefined_column. */
const FOREIGN_DATABASE = ['42P01', '42703'];

/**
 * Runs a command of the operator and sets the exit code: that of `main`, 78 for wrong arguments or settings, else 1 with
 * one sentence.
 * @param main gets the arguments @returns the exit code
 */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isForeign = FOREIGN_DATABASE.includes(String((error as { code?: string }).code));
    console.error(
      isForeign
        ? 'This is not a database of this version of Kinreel. Please check DATABASE_URL and DATA_DIR.'
        : (error as Error).message,
    );
    process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
  }
}

/** Runs `work` with the database of the installation, which is started for it if it is ours and not running. */
export async function withDatabase<Result>(
  config: ServerConfig,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const db = connectDatabase(config.databaseUrl ?? postgres?.url() ?? '', 4);
  try {
    return await work(db);
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}
