import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Adds a backup to BACKUP_DIR, if it is set. The first one of a large installation takes hours. */
export const backupJob = defineJob('backup', z.object({}), {
  timeoutSeconds: 20 * 3600,
  retryLimit: 2,
  retryDelaySeconds: 600,
});
