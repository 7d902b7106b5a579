import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Sends the operator a mail about a report. */
export const reportMailJob = defineJob('report-mail', z.object({ reportId: id }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
