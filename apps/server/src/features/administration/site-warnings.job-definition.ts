import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Warns site owners of a disk that fills and of files that are lost. The next run is the retry. */
export const siteWarningsJob = defineJob('site-warnings', z.object({}), { retryLimit: 0 });
