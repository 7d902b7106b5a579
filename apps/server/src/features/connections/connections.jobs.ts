import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { sendConnectionMail } from './connection-mails.service.ts';
import { connectionMailJob } from './connections.job-definition.ts';

export function connectionMailHandler(deps: Deps): JobHandler<{ connectionId: string; recipientId: string }> {
  return { job: connectionMailJob, concurrency: 2, run: (payload) => sendConnectionMail(deps, payload) };
}
