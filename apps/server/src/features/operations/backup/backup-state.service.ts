import { resolve } from 'node:path';
import type { BackupProblem, SiteOverview } from '@kinreel/contracts';
import type { Db } from '../../../platform/db/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { backupJob } from './backup.job-definition.ts';
import { BackupError, checkFolder } from './backup-folder.ts';
import { isRecipient, WRONG_RECIPIENT } from './backup-key.service.ts';
import { BACKUP_LOCK, VERIFICATION_LOCK } from './backup-locks.ts';
import {
  deleteFolder,
  endInterruptedRuns,
  endRun,
  type Failure,
  findFolder,
  findRuns,
  findWaitingSince,
  insertRun,
  setFolder,
  storeFolder,
  takeLock,
} from './backup-runs.queries.ts';

/** PostgreSQL error code undefined_table. */
const UNDEFINED_TABLE = '42P01';

const HOUR_MS = 3600_000;

/** One day, and some hours for a large backup. */
const OLD_AFTER_MS = 36 * HOUR_MS;

/** How long a backup may wait for its worker. */
const WAIT_LIMIT_MS = HOUR_MS;

/** The state of the backups of this installation. */
export interface BackupState {
  /** The folder for nightly backups; null if not configured. */
  dir: string | null;
  /** When the last good backup was made, by the worker or the command. */
  goodAt: Date | null;
  /** The current problem; null if there is none. */
  failure: Failure | null;
  /** Whether a backup is being made. */
  isRunning: boolean;
  /** When backups were last verified, and whether all were intact; null if never. */
  verifiedAt: Date | null;
  isWhole: boolean | null;
}

/** Reads the state of the backups. */
export async function readBackupState(db: Db, now: Date): Promise<BackupState> {
  const [folder, backups, verifications, waitingSince] = await Promise.all([
    findFolder(db),
    findRuns(db, 'backup'),
    findRuns(db, 'verification'),
    findWaitingSince(db, backupJob.name),
  ]);
  const { last, goodAt, isRunning } = backups;
  const dir = folder?.dir ?? null;
  const state = { dir, goodAt, isRunning, verifiedAt: verifications.last?.ended_at ?? null };
  const isWhole = verifications.last ? verifications.last.failure === null : null;
  return { ...state, isWhole, failure: dir === null ? null : failureNow() };

  function failureNow(): Failure | null {
    const found = [folder?.problem ? { failure: folder.problem, explanation: folder.explanation } : null, last].find(
      (one) => one?.failure,
    );
    if (found?.failure) return { problem: found.failure, explanation: found.explanation };
    if (waitingSince && now.getTime() - waitingSince.getTime() > WAIT_LIMIT_MS) {
      return {
        problem: 'waiting',
        explanation: 'A backup is due and no worker makes it. Is the worker with BACKUP_DIR running?',
      };
    }
    if (now.getTime() - (goodAt ?? folder?.since ?? now).getTime() > OLD_AFTER_MS) {
      return { problem: 'old', explanation: 'No backup has succeeded for 36 hours.' };
    }
    const { last: verified } = verifications;
    return verified?.failure ? { problem: verified.failure, explanation: verified.explanation } : null;
  }
}

/** The state of the backups for site owners, without paths. */
export async function readBackupOverview(db: Db, now: Date): Promise<SiteOverview['backup']> {
  const { dir, failure, goodAt, verifiedAt } = await readBackupState(db, now);
  return {
    nightly: dir !== null,
    problem: failure?.problem ?? null,
    last_good_at: goodAt?.toISOString() ?? null,
    verified_at: verifiedAt?.toISOString() ?? null,
  };
}

/**
 * Checks the folder for nightly backups, if this process has one, and marks runs of stopped workers as interrupted.
 * Called when a worker starts, and every hour.
 * @returns the problem of the folder, or null
 */
export async function checkBackups({ config, db }: Pick<Deps, 'config' | 'db'>, now: Date): Promise<Failure | null> {
  await db.transaction().execute(async (tx) => {
    if (await takeLock(tx, BACKUP_LOCK)) await endInterruptedRuns(tx, 'backup', now);
    if (await takeLock(tx, VERIFICATION_LOCK)) await endInterruptedRuns(tx, 'verification', now);
  });
  const { dir, recipient } = config.backup;
  if (!dir) return null;
  await storeFolder(db, dir, now);
  const isMarked = (await findFolder(db))?.is_marked ?? false;
  const found = await checkFolder(dir, isMarked);
  let failure: Failure | null = null;
  if (found instanceof BackupError) failure = { problem: found.problem, explanation: found.message };
  else if (found === 'marked') await setFolder(db, dir, { is_marked: true });
  if (!failure && recipient && !isRecipient(recipient)) {
    failure = { problem: 'key', ...WRONG_RECIPIENT };
  }
  const [problem, explanation]: [BackupProblem | null, string] = [failure?.problem ?? null, failure?.explanation ?? ''];
  await setFolder(db, dir, { problem, explanation });
  return failure;
}

/** Records a backup made by the operator's command. The database of an earlier version may not have the table yet. */
export async function recordBackup(db: Db, dir: string, startedAt: Date, endedAt = new Date()): Promise<void> {
  try {
    await endRun(db, await insertRun(db, 'backup', startedAt), endedAt, null);
    await setFolder(db, resolve(dir), { is_marked: true, problem: null, explanation: '' });
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
  }
}

/** Called when the operator has removed BACKUP_DIR: nightly backups are off. */
export async function forgetFolder(db: Db): Promise<void> {
  await deleteFolder(db);
}
