import { backupJob, verifyBackupsJob } from '../features/operations/backup/backup.job-definition.ts';
import { checkBackups, forgetFolder } from '../features/operations/backup/backup-state.service.ts';
import type { Deps } from '../platform/deps.ts';
import { countWorkers } from '../platform/jobs/workers.ts';

/**
 * Checks BACKUP_DIR when a worker starts and prints what the operator should know. A worker without BACKUP_DIR turns
 * backups off only if no other worker runs.
 */
export async function printBackupNotes(deps: Pick<Deps, 'config' | 'db' | 'jobs'>): Promise<void> {
  const { config, db, jobs } = deps;
  const failure = await checkBackups(deps, new Date());
  if (failure) console.error(`  No backups can be made: ${failure.explanation}`);
  if (config.backup.dir || (await countWorkers(db)) > 1) return;
  await forgetFolder(db);
  for (const job of [backupJob, verifyBackupsJob]) await jobs.unschedule(job);
  console.log('  No backups are made. Set BACKUP_DIR to a folder on another disk for one every night.');
}
