import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { deleteOldActivity } from '../../activity/activity.service.ts';
import { deleteExpiredArchives } from '../../archives/archives.service.ts';
import { deleteOldRequests } from '../../connections/connections.service.ts';
import { deleteExpiredInvitations } from '../../invitations/invitations.service.ts';
import { deleteOldMails } from '../../mails/mails.service.ts';
import { sweepOutbox } from '../../mails/outbox.service.ts';
import { deleteOldNotifications } from '../../notifications/notifications.service.ts';
import { deleteUnusedPrompts } from '../../prompts/prompts.service.ts';
import { deleteOldQuestions } from '../../questions/questions.service.ts';
import { deleteOldFragments } from '../../videos/growing-videos.service.ts';
import { deleteOldSplits } from '../../videos/pieces.service.ts';
import { sweepJob } from './sweep.job-definition.ts';
import { type SweepOptions, sweep } from './sweep.service.ts';

/** @param ages minimum ages of files to delete, if not the defaults */
export function sweepHandler(deps: Deps, ages: Omit<SweepOptions, 'signal'> = {}): JobHandler<Record<string, never>> {
  return {
    job: sweepJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      await deleteOldNotifications(deps.db);
      await deleteOldActivity(deps.db);
      await deleteExpiredInvitations(deps.db);
      await deleteOldMails(deps.db);
      await sweepOutbox(deps);
      await deleteOldRequests(deps.db);
      await deleteOldQuestions(deps.db);
      await deleteUnusedPrompts(deps.db);
      await deleteExpiredArchives(deps);
      await deleteOldFragments(deps.db);
      await deleteOldSplits(deps.db);
      await sweep(deps, { ...ages, signal });
    },
  };
}
