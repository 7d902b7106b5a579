import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Warns site owners of a nearly full disk, missing files and missing backups. No retry: the job runs regularly. */
export const siteWarningsJob = defineJob('site-warnings', z.object({}), { retryLimit: 0 });
