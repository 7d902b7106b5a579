import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/**
 * Makes a nightly backup in BACKUP_DIR. The first one of a large installation takes hours. A full disk fails the job
 * instead of waiting for space, because waiting until the next night is too late.
 */
export const backupJob = defineJob('backup', z.object({}), {
  timeoutSeconds: 20 * 3600,
  retryLimit: 2,
  retryDelaySeconds: 600,
  waitsForSpace: false,
  single: true,
});

/** Reads every byte of the backups in BACKUP_DIR. No retry: it runs weekly. */
export const verifyBackupsJob = defineJob('verify-backups', z.object({}), {
  timeoutSeconds: 20 * 3600,
  retryLimit: 0,
  waitsForSpace: false,
  single: true,
});
