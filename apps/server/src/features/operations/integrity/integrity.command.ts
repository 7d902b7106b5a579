import { requireSecret } from '../../../platform/auth/app-secret.ts';
import { COMMAND_LINE, type Command, parseArguments, UsageError, withDatabase } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import { type AnyJobHandler, connectJobs } from '../../../platform/jobs/jobs.ts';
import { createLogger } from '../../../platform/log/logger.ts';
import { createStorage } from '../../../platform/storage/create-storage.ts';
import { formatBytes } from '../../../platform/system/bytes.ts';
import { readKeyFile } from '../backup/backup-key.service.ts';
import { openBackup, requireSigner } from '../backup/read-backup.service.ts';
import { type IntegritySummary, integritySummary, scanFiles } from './integrity.service.ts';
import { repairFiles } from './repair.service.ts';

/** Prints the result of the file scan; --scan reads all files now, --repair restores lost files from a backup. */
export function integrityCommand(definitions: readonly AnyJobHandler['job'][]): Command {
  return {
    name: 'integrity',
    usage: '[--scan] [--repair DIR [--backup NAME] [--key FILE] [--signer KEY] [--accept-unsigned]]',
    summary:
      'Lists stored files that are missing or altered; --scan reads all files now; --repair restores them from a backup.',
    async run(args, readConfig) {
      const { values } = parseArguments(args, {
        options: {
          scan: { type: 'boolean' },
          repair: { type: 'string' },
          backup: { type: 'string' },
          key: { type: 'string' },
          signer: { type: 'string' },
          'accept-unsigned': { type: 'boolean', default: false },
        },
      });
      if (!values.repair && (values.backup || values.key)) throw new UsageError('--backup and --key need --repair');
      const config = readConfig();
      const key = values.key ? await readKeyFile(values.key) : null;
      const backup = values.repair ? await openBackup(values.repair, values.backup ?? null, key) : null;
      if (backup) {
        const trust = { signer: values.signer ?? null, acceptUnsigned: values['accept-unsigned'] };
        requireSigner(backup, { ...trust, appSecret: (await requireSecret(config)).appSecret });
      }
      const storage = await createStorage(config);
      return withDatabase(config, async (db, databaseUrl) => {
        if (values.scan) {
          const onProgress = createProgress<{ files: number; bytes: number }>(
            ({ files, bytes }) => `${files} files read (${formatBytes(bytes)})`,
          );
          await scanFiles({ db, storage }, { bytesPerSecond: Number.POSITIVE_INFINITY, onProgress });
        }
        if (backup) {
          const log = createLogger({ level: config.logLevel, name: 'integrity' });
          const jobs = await connectJobs({ databaseUrl, definitions, supervise: false, log });
          try {
            const { repaired, failed, restarted } = await repairFiles({ db, storage, jobs }, backup);
            for (const { key: file, reason } of failed) console.error(`${file} ${reason}.`);
            console.log(`${repaired.length} files restored, ${restarted} videos queued for preparation.`);
          } finally {
            await jobs.stop(2_000);
          }
        }
        return printSummary(await integritySummary(db));
      });
    },
  };
}

/** @returns the exit code */
function printSummary({ startedAt, finishedAt, isRunning, files, bytes, counts, problems }: IntegritySummary): number {
  for (const { object, problem, found_at } of problems) {
    console.error(`${object} is ${problem} (${found_at.toISOString()}).`);
  }
  if (isRunning)
    console.log(`A scan has read ${files} files (${formatBytes(bytes)}) since ${startedAt?.toISOString()}.`);
  console.log(
    finishedAt
      ? `The last complete scan ended at ${finishedAt.toISOString()}.`
      : `No scan is complete yet. To run one now: ${COMMAND_LINE} integrity --scan`,
  );
  const { missing, altered, orphaned } = counts;
  console.log(`${missing} missing, ${altered} altered, ${orphaned} without a row.`);
  return missing + altered > 0 ? 1 : 0;
}
