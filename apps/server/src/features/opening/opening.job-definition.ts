import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Notifies people of videos that have opened. No retry: the job runs regularly. */
export const announceOpenedJob = defineJob('announce-opened', z.object({}), { timeoutSeconds: 600, retryLimit: 0 });
