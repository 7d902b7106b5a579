import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** Continues the slow scan of all stored files, for most of an hour. */
export const integrityJob = defineJob('integrity', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
