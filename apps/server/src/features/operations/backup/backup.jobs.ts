import type { Schema } from '../../../platform/db/schema.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { backupJob, verifyBackupsJob } from './backup.job-definition.ts';
import { makeNightlyBackup, verifyNightlyBackups } from './nightly-backup.service.ts';

/** For workers with BACKUP_DIR. */
export function backupHandler(deps: Deps, schemas: readonly Schema[]): JobHandler<Record<string, never>> {
  return {
    job: backupJob,
    concurrency: 1,
    run: (_payload, { signal }) => makeNightlyBackup(deps, schemas, signal),
  };
}

/** For workers with BACKUP_DIR. */
export function verifyBackupsHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: verifyBackupsJob, concurrency: 1, run: (_payload, { signal }) => verifyNightlyBackups(deps, signal) };
}
