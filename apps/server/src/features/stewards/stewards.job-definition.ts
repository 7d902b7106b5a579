import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Runs the due steps of stewardships (look-after.service.ts). No retry: the job runs regularly. */
export const lookAfterJob = defineJob('look-after', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
