import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Gathers the daily and weekly notifications. No retry: the job runs regularly. */
export const gatherDailyJob = defineJob('gather-daily', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });

/** Gathers the notes and hearts of people who want mails about them at once. */
export const gatherAtOnceJob = defineJob('gather-at-once', z.object({}), { timeoutSeconds: 240, retryLimit: 0 });
