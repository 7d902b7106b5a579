import { parseArgs } from 'node:util';
import { type MoveReport, moveObjects } from './features/maintenance/move-storage.service.ts';
import { runCommand, withDatabase } from './platform/command.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { countStoredObjects } from './platform/db/stored-objects.ts';
import { createStorage } from './platform/storage/create-storage.ts';

/**
 * `npm run storage:move -- --from local --to s3` copies all stored objects from one storage to the other, in either
 * direction (docs/operations.md). Exits with 1 if an object of a database row is missing afterwards.
 */

const USAGE = 'Usage: npm run storage:move -- --from local --to s3 (or --from s3 --to local).';

/** Interval of progress messages, in milliseconds. */
const PROGRESS_MS = 2_000;

await runCommand(main);

async function main(): Promise<number> {
  const { from, to } = readArguments();
  const config = readConfig(process.env);
  if (!config.storage.s3) {
    throw new ConfigError('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set.');
  }
  const [source, target] = [await createStorage(config, from), await createStorage(config, to)];
  return withDatabase(config, async (db) => {
    const total = await countStoredObjects(db);
    console.log(`${total.objects} files (${formatBytes(total.bytes)}) to copy from ${from} to ${to}.`);
    let lastLogAt = Date.now();
    const report = await moveObjects(db, source, target, (soFar) => {
      if (Date.now() < lastLogAt + PROGRESS_MS) return;
      lastLogAt = Date.now();
      console.log(`${soFar.copied + soFar.present} of ${total.objects} files, ${formatBytes(soFar.bytes)} copied`);
    });
    return printReport(report, from, to);
  });
}

function readArguments(): { from: 'local' | 's3'; to: 'local' | 's3' } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    const { from, to } = values;
    if ((from === 'local' && to === 's3') || (from === 's3' && to === 'local')) return { from, to };
  } catch {
    // unknown option
  }
  throw new ConfigError(USAGE);
}

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

function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
