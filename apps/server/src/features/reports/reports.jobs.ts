import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { reportMailJob } from './reports.job-definition.ts';
import { sendReportMail } from './reports.service.ts';

export function reportMailHandler(deps: Deps): JobHandler<{ reportId: string }> {
  return { job: reportMailJob, concurrency: 1, run: ({ reportId }) => sendReportMail(deps, reportId) };
}
