import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** Makes missing thumbhashes of ready videos that an earlier version has prepared. */
export const makeThumbhashesJob = defineJob('make-thumbhashes', z.object({}), { timeoutSeconds: 6 * 3600 });
