import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { invitationMailJob } from './invitations.job-definition.ts';
import { sendInvitationMail } from './invitations.service.ts';

export function invitationMailHandler(deps: Deps): JobHandler<{ invitationId: string }> {
  return {
    job: invitationMailJob,
    concurrency: 2,
    run: ({ invitationId }) => sendInvitationMail(deps, invitationId),
  };
}
