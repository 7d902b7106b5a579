import { readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider } from 'kysely/migration';

const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Names of all migrations, in order: the files of the folder. Databases record them, so released ones never change. */
export const MIGRATION_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'))
  .sort();

/** Imports the files. */
export const migrationProvider = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: FOLDER,
  onFileIgnored(file, reason) {
    if (reason === 'NotMigration') throw new Error(`The migration ${file} has no function up.`);
  },
});
