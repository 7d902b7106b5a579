import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Reminds owners, begins stewardships whose time has come, and deletes what is to be deleted then. The next run is the retry. */
export const lookAfterJob = defineJob('look-after', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
