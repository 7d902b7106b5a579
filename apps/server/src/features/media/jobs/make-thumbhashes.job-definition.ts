import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** Makes the missing thumbhashes of ready videos: those that were prepared before there were any. */
export const makeThumbhashesJob = defineJob('make-thumbhashes', z.object({}), { timeoutSeconds: 6 * 3600 });
