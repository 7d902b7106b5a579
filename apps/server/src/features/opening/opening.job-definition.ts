import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Notifies people of videos that have opened. The next run is the retry. */
export const announceOpenedJob = defineJob('announce-opened', z.object({}), { timeoutSeconds: 600, retryLimit: 0 });
