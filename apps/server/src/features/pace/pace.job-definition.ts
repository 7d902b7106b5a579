import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Brings the questions of the week that are due. No retry: the job runs regularly. */
export const sendWeekQuestionsJob = defineJob('send-week-questions', z.object({}), {
  timeoutSeconds: 240,
  retryLimit: 0,
});
