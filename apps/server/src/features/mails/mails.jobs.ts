import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { sendMailJob } from './mails.job-definition.ts';
import { attemptMail, type MailWriters } from './outbox.service.ts';

/** @param writers each feature writes its own kinds of mail */
export function sendMailHandler(deps: Deps, writers: MailWriters): JobHandler<{ mailId: string }> {
  return { job: sendMailJob, concurrency: 2, run: ({ mailId }) => attemptMail(deps, writers, mailId) };
}
