import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Set right what a process left that was killed: see sweep.service.ts. */
export const sweepJob = defineJob('sweep', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
