import { type Command, parseArguments, UsageError, withDatabase } from '../../../platform/cli/command.ts';
import { createProgress } from '../../../platform/cli/progress.ts';
import { ConfigError } from '../../../platform/config/config.ts';
import { countStoredObjects } from '../../../platform/db/stored-objects.ts';
import { createStorage } from '../../../platform/storage/create-storage.ts';
import { formatBytes } from '../../../platform/system/bytes.ts';
import { type MoveReport, moveObjects } from './move-storage.service.ts';

/**
 * Copies all stored objects from one storage to the other. Fails if an object that a row references is missing
 * afterwards.
 */
export const moveStorageCommand: Command = {
  name: 'storage move',
  usage: '--from local --to s3 (or --from s3 --to local)',
  summary: 'Copies all files from the local folder to S3 or back, and verifies each.',
  async run(args, readConfig) {
    const { values } = parseArguments(args, { options: { from: { type: 'string' }, to: { type: 'string' } } });
    const { from, to } = values;
    if (!((from === 'local' && to === 's3') || (from === 's3' && to === 'local'))) throw new UsageError();
    const config = readConfig();
    if (!config.storage.s3) {
      throw new ConfigError('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.');
    }
    const [source, target] = [await createStorage(config, from), await createStorage(config, to)];
    return withDatabase(config, async (db) => {
      const total = await countStoredObjects(db);
      console.log(`${total.objects} files (${formatBytes(total.bytes)}) to copy from ${from} to ${to}.`);
      const progress = createProgress<MoveReport>(
        ({ copied, present, bytes }) => `${copied + present} of ${total.objects} files, ${formatBytes(bytes)} copied`,
      );
      const report = await moveObjects(db, source, target, progress);
      return printReport(report, from, to);
    });
  },
};

/** @returns the exit code */
function printReport({ copied, bytes, present, failed }: MoveReport, from: string, to: string): number {
  for (const { key, reason } of failed) console.error(`${key} ${reason}`);
  console.log(`${copied} files (${formatBytes(bytes)}) copied, ${present} already there, ${failed.length} failed.`);
  if (failed.length > 0) {
    console.error(`Not everything is in ${to}. Fix the problems above and run this again; it continues from here.`);
    return 1;
  }
  console.log(`Everything is in ${to}. ${from} is unchanged.`);
  return 0;
}
