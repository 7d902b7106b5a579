import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import { countObjects } from './features/storage/move.queries.ts';
import { type MoveReport, moveObjects } from './features/storage/move.service.ts';
import { ConfigError, readConfig } from './platform/config.ts';
import { connectDatabase } from './platform/db/database.ts';
import { EXIT_CONFIG } from './platform/process.ts';
import { createStorage } from './platform/storage/create-storage.ts';

/**
 * `npm run storage:move -- --from local --to s3`: copies all files from one storage to the other, in either direction
 * (docs/operations.md). Ends with 1 if something that a row names is not there afterwards.
 */

const USAGE = 'Please say from where to where: npm run storage:move -- --from local --to s3 (or the other way round).';

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 2_000;

try {
  process.exitCode = await main();
} catch (error) {
  // PostgreSQL's undefined_table
  const empty = (error as { code?: string }).code === '42P01';
  console.error(
    empty ? 'That database holds no Kinreel. Please check DATABASE_URL and DATA_DIR.' : (error as Error).message,
  );
  process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
}

async function main(): Promise<number> {
  const { from, to } = readArguments();
  const config = readConfig(process.env);
  if (!config.storage.s3) {
    throw new ConfigError(
      'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set: one side is the S3 store.',
    );
  }
  const [source, target] = [await createStorage(config, from), await createStorage(config, to)];
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const db = connectDatabase(config.databaseUrl ?? postgres?.url() ?? '', 4);
  try {
    const total = await countObjects(db);
    console.log(`${total.objects} files (${inWords(total.bytes)}) to be in ${to}, read from ${from}.`);
    let toldAt = Date.now();
    const report = await moveObjects(db, source, target, (soFar) => {
      if (Date.now() < toldAt + PROGRESS_MS) return;
      toldAt = Date.now();
      console.log(`${soFar.copied + soFar.present} of ${total.objects} files, ${inWords(soFar.bytes)} copied`);
    });
    return tell(report, from, to);
  } finally {
    await db.destroy();
    await postgres?.stop();
  }
}

function readArguments(): { from: 'local' | 's3'; to: 'local' | 's3' } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    const { from, to } = values;
    if ((from === 'local' && to === 's3') || (from === 's3' && to === 'local')) return { from, to };
  } catch {
    // an option that there is not
  }
  throw new ConfigError(USAGE);
}

/** @returns the exit code */
function tell({ copied, bytes, present, failed }: MoveReport, from: string, to: string): number {
  for (const { key, reason } of failed) console.error(`${key} ${reason}`);
  console.log(
    `${copied} files (${inWords(bytes)}) were copied, ${present} were there already, ${failed.length} failed.`,
  );
  if (failed.length > 0) {
    console.error(`Not everything is in ${to}. Mend what is named above, then run this again: it goes on from here.`);
    return 1;
  }
  console.log(`Everything is in ${to}, and ${from} was left as it is.`);
  return 0;
}

function inWords(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.ceil(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
