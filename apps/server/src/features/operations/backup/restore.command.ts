import { COMMAND_LINE, type Command, parseArguments, UsageError, withDatabase } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { AnyJobHandler } from '../../../platform/jobs/jobs.ts';
import { createStorage } from '../../../platform/storage/create-storage.ts';
import { formatBytes } from '../../../platform/system/bytes.ts';
import { readKeyFile } from './backup-key.service.ts';
import { continuePreparation } from './continue-preparation.service.ts';
import { openBackup } from './read-backup.service.ts';
import { type RestoreReport, restoreBackup } from './restore.service.ts';

/** Restores a backup to an empty installation. Kinreel must not be running. */
export function restoreCommand(schemas: readonly Schema[], definitions: readonly AnyJobHandler['job'][]): Command {
  return {
    name: 'restore',
    usage: 'DIR [--backup NAME] [--key FILE] [--signer KEY] [--accept-unsigned] [--skip-damaged]',
    summary: 'Restores the newest backup, or the named one, to an empty database and storage.',
    async run(args, readConfig) {
      const { positionals, values } = parseArguments(args, {
        options: {
          backup: { type: 'string' },
          key: { type: 'string' },
          signer: { type: 'string' },
          'accept-unsigned': { type: 'boolean', default: false },
          'skip-damaged': { type: 'boolean', default: false },
        },
        allowPositionals: true,
      });
      const [dir, ...more] = positionals;
      if (!dir || more.length > 0) throw new UsageError();
      const config = readConfig();
      const key = values.key ? await readKeyFile(values.key) : null;
      const backup = await openBackup(dir, values.backup ?? null, key);
      const { files } = backup.content;
      console.log(`Reading backup ${backup.name}: ${files.length} files, made by Kinreel ${backup.index.version}.`);
      const storage = await createStorage(config);
      const restore = async (databaseUrl: string) => {
        const restored = await restoreBackup(backup, {
          dir,
          key,
          config,
          databaseUrl,
          storage,
          schemas,
          skipDamaged: values['skip-damaged'],
          signer: values.signer ?? null,
          acceptUnsigned: values['accept-unsigned'],
          onProgress: createProgress<RestoreReport>((soFar) => `${soFar.files} of ${files.length} files restored`),
        });
        await continuePreparation(databaseUrl, definitions);
        return restored;
      };
      const report = await withDatabase(config, (_db, databaseUrl) => restore(databaseUrl), { create: true });
      return printReport(report, backup.content.lost.length);
    },
  };
}

/** @returns the exit code */
function printReport(report: RestoreReport, lost: number): number {
  const { files, bytes, rows, skipped, hasSecret, deletedAgain, unread } = report;
  for (const key of skipped) console.error(`${key} is damaged in the backup, and was not restored.`);
  console.log(`Restored: ${rows} rows, ${files} files (${formatBytes(bytes)}).`);
  if (lost > 0) console.log(`${lost} files were already missing when the backup was made.`);
  if (deletedAgain > 0) {
    console.log(`People who were deleted after this backup and will be deleted again within an hour: ${deletedAgain}.`);
  }
  for (const name of unread) {
    console.error(
      `Backup ${name} cannot be read. If people were deleted after the restored backup and before that one, they are restored now.`,
    );
  }
  if (!hasSecret) {
    console.log(
      `This backup does not contain the secret. Set APP_SECRET to it; if it is lost, run ${COMMAND_LINE} secret renew`,
    );
  }
  console.log('Start Kinreel now.');
  return skipped.length > 0 ? 1 : 0;
}
