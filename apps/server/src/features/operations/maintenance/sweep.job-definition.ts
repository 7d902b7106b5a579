import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** Removes what killed processes and expired uploads left behind: see sweep.service.ts. */
export const sweepJob = defineJob('sweep', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
