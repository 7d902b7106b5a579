import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { sendWeekQuestionsJob } from './pace.job-definition.ts';
import { sendWeekQuestions } from './pace.service.ts';

export function sendWeekQuestionsHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: sendWeekQuestionsJob, concurrency: 1, run: (_payload, { signal }) => sendWeekQuestions(deps, signal) };
}
