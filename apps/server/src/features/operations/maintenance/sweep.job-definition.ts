import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** Removes leftovers of killed processes and expired uploads: see sweep.service.ts. */
export const sweepJob = defineJob('sweep', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
