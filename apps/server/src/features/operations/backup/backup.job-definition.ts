import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/**
 * Adds a backup to BACKUP_DIR. The first one of a large installation takes hours. A full disk is a failure like others: the next
 * night is too late to wait for.
 */
export const backupJob = defineJob('backup', z.object({}), {
  timeoutSeconds: 20 * 3600,
  retryLimit: 2,
  retryDelaySeconds: 600,
  waitsForRoom: false,
  single: true,
});

/** Reads every byte of the backups in BACKUP_DIR. The next week is the retry. */
export const verifyBackupsJob = defineJob('verify-backups', z.object({}), {
  timeoutSeconds: 20 * 3600,
  retryLimit: 0,
  waitsForRoom: false,
  single: true,
});
