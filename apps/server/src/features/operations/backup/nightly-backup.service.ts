import { isDatabaseUnavailable } from '@kinreel/service';
import { withoutSecrets } from '@kinreel/service/log';
import { requireSecret } from '../../../platform/auth/app-secret.ts';
import { required } from '../../../platform/config/config.ts';
import { withSession } from '../../../platform/db/copy-rows.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Deps } from '../../../platform/deps.ts';
import { StorageMissingError, StorageUnavailableError } from '../../../platform/storage/storage.ts';
import { verifyBackupsJob } from './backup.job-definition.ts';
import { takeBackup } from './backup.service.ts';
import { BackupError, withFolderErrors, writeDamagedList } from './backup-folder.ts';
import { VERIFICATION_LOCK } from './backup-locks.ts';
import {
  deleteRun,
  endRun,
  type Failure,
  findFolder,
  findRuns,
  insertRun,
  setFolder,
  storeFolder,
} from './backup-runs.queries.ts';
import { checkBackups } from './backup-state.service.ts';
import { describeProblems, verifyBackups } from './read-backup.service.ts';

type BackupDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'storage'>;

/**
 * Makes a backup in BACKUP_DIR and records its result.
 * @param signal a TimeoutError as its reason means that the backup took too long; after any other reason it is made
 *   later
 * @param now the time
 * @throws the failure, after it was recorded
 */
export async function makeNightlyBackup(
  deps: BackupDeps,
  schemas: readonly Schema[],
  signal: AbortSignal,
  now = () => new Date(),
): Promise<void> {
  const { config, db, jobs, log, storage } = deps;
  const { dir, keep, recipient } = config.backup;
  if (!dir) return;
  await checkBackups(deps, now());
  await storeFolder(db, dir, now());
  const run = await insertRun(db, 'backup', now());
  try {
    const { lost, files, copied, bytes, repaired } = await takeBackup({
      dir,
      keep,
      recipient,
      storage,
      schemas,
      signal,
      ...(await requireSecret(config)),
      isMarked: (await findFolder(db))?.is_marked ?? false,
      databaseUrl: required(config.databaseSessionUrl, 'DATABASE_URL'),
    });
    await endRun(db, run, now(), null);
    await setFolder(db, dir, { is_marked: true, problem: null, explanation: '' });
    log.info({ files, copied, bytes }, 'backup made');
    if (lost.length > 0) log.error({ lost: lost.length }, 'missing or damaged files are not in the backup');
    // The warning about damaged files ends at the next verification.
    const verified = (await findRuns(db, 'verification')).last;
    if (repaired > 0 || verified?.failure === 'damaged') await jobs.enqueue(db, verifyBackupsJob, {});
  } catch (error) {
    await settleRun(deps, run, error, now());
    throw error;
  }
}

/** Reads every byte of the backups in BACKUP_DIR and records the result. The next backup replaces damaged files. */
export async function verifyNightlyBackups(
  deps: BackupDeps,
  signal: AbortSignal,
  now = () => new Date(),
): Promise<void> {
  const { config, db, log } = deps;
  const { dir } = config.backup;
  if (!dir) return;
  await withSession(required(config.databaseSessionUrl, 'DATABASE_URL'), async ({ client }) => {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
      VERIFICATION_LOCK,
    ]);
    if (!rows[0].held) return;
    // A folder without backups is reported by the backup job.
    if ((await findRuns(db, 'backup')).goodAt === null) return;
    const run = await insertRun(db, 'verification', now());
    try {
      const result = await withFolderErrors(dir, () => verifyBackups(dir, null, { signal }));
      await writeDamagedList(
        dir,
        [...result.problems.values()].map(({ path }) => path),
      ).catch(() => {});
      const explanation = describeProblems(result);
      await endRun(db, run, now(), explanation === null ? null : { problem: 'damaged', explanation });
      const { objects, bytes, problems, damagedIndexes } = result;
      const damaged = problems.size + damagedIndexes.length;
      if (damaged > 0) log.error({ damaged, objects }, 'backups are damaged');
      else log.info({ objects, bytes }, 'backups verified');
    } catch (error) {
      await settleRun(deps, run, error, now());
      throw error;
    }
  });
}

/** Records why a run failed. A run that a stopping worker has to repeat is not recorded. */
async function settleRun({ db }: BackupDeps, run: string, error: unknown, now: Date): Promise<void> {
  if (error instanceof Error && error.name === 'AbortError') await deleteRun(db, run);
  else await endRun(db, run, now, failureOf(error));
}

function failureOf(error: unknown): Failure {
  const explanation = withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 1000);
  if (error instanceof BackupError) return { problem: error.problem, explanation };
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof StorageUnavailableError || one instanceof StorageMissingError) {
      return { problem: 'storage', explanation };
    }
    if (one.name === 'TimeoutError') return { problem: 'time', explanation: 'It took too long.' };
    if (isDatabaseUnavailable(one) || (one as { code?: string }).code === '53100') {
      return { problem: 'database', explanation };
    }
  }
  return { problem: 'other', explanation };
}
