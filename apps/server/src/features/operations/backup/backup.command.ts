import { requireSecret } from '../../../platform/auth/app-secret.ts';
import { COMMAND_LINE, type Command, parseArguments, UsageError, withDatabase } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { createStorage } from '../../../platform/storage/create-storage.ts';
import { formatBytes } from '../../../platform/system/bytes.ts';
import { type BackupReport, takeBackup } from './backup.service.ts';
import { isRecipient } from './backup-key.service.ts';
import { signerOf } from './backup-signature.service.ts';
import { recordBackup } from './backup-state.service.ts';

/** Adds a backup to a folder. Kinreel may run. */
export function backupCommand(schemas: readonly Schema[]): Command {
  return {
    name: 'backup',
    usage: 'DIR [--keep NUMBER] [--recipient PUBLIC-KEY]',
    summary: 'Adds a backup of everything to a folder, while Kinreel runs; unchanged files are not copied again.',
    async run(args, readConfig) {
      const { positionals, values } = parseArguments(args, {
        options: { keep: { type: 'string' }, recipient: { type: 'string' } },
        allowPositionals: true,
      });
      const [dir, ...more] = positionals;
      if (!dir || more.length > 0) throw new UsageError();
      if (values.keep !== undefined && !/^[1-9]\d{0,4}$/.test(values.keep)) throw new UsageError('--keep is a number');
      if (values.recipient !== undefined && !isRecipient(values.recipient)) {
        throw new UsageError('--recipient is a public key of age, which starts with age1');
      }
      const config = readConfig();
      const storage = await createStorage(config);
      const secret = await requireSecret(config);
      const progress = createProgress<BackupReport>(
        ({ copied, bytes }) => `${copied} files (${formatBytes(bytes)}) copied`,
      );
      const report = await withDatabase(config, async (db, databaseUrl) => {
        const startedAt = new Date();
        const made = await takeBackup({
          dir,
          databaseUrl,
          storage,
          schemas,
          ...secret,
          recipient: values.recipient ?? config.backup.recipient,
          keep: values.keep ? Number(values.keep) : null,
          onProgress: progress,
        });
        await recordBackup(db, dir, startedAt);
        return made;
      });
      const code = printReport(report);
      console.log(
        `Signed by ${signerOf(secret.appSecret)}. Note this signer: restoring an encrypted backup requires it.`,
      );
      return code;
    },
  };
}

/** @returns the exit code */
function printReport({ name, files, copied, bytes, rows, lost, deleted, ...more }: BackupReport): number {
  for (const { key, reason } of lost) console.error(`${key} ${reason}, and is not in the backup.`);
  console.log(`Backup ${name}: ${rows} rows, ${files} files, ${copied} of them copied now (${formatBytes(bytes)}).`);
  if (more.repaired > 0) console.log(`${more.repaired} damaged files of backups were replaced.`);
  if (more.stillDamaged > 0) {
    console.error(
      `${more.stillDamaged} damaged files of earlier backups cannot be replaced: the installation no longer has them.`,
    );
  }
  if (deleted.length > 0) console.log(`Old backups deleted: ${deleted.join(', ')}.`);
  if (lost.length > 0) {
    console.error(
      `${lost.length} files are missing or damaged in the installation. To restore them from an earlier backup: ${COMMAND_LINE} integrity --repair DIR`,
    );
  }
  return 0;
}
