import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { shareMailJob } from './sharing.job-definition.ts';
import { sendShareMail } from './sharing.service.ts';

export function shareMailHandler(deps: Deps): JobHandler<{ videoId: string; recipientId: string }> {
  return { job: shareMailJob, concurrency: 2, run: (payload) => sendShareMail(deps, payload) };
}
