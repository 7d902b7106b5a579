import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { deleteOldActivity } from '../activity/activity.service.ts';
import { deleteExpiredArchives } from '../archives/archives.service.ts';
import { deleteOldRequests } from '../connections/connections.service.ts';
import { deleteExpiredInvitations } from '../invitations/invitations.service.ts';
import { deleteOldMails } from '../mails/mails.service.ts';
import { sweepOutbox } from '../mails/outbox.service.ts';
import { deleteOldNotifications } from '../notifications/notifications.service.ts';
import { deleteOldFragments } from '../videos/growing-videos.service.ts';
import { deleteOldSplits } from '../videos/pieces.service.ts';
import { sweepJob } from './sweep.job-definition.ts';
import { sweep } from './sweep.service.ts';

export function sweepHandler(deps: Deps): JobHandler<Record<string, never>> {
  return {
    job: sweepJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      const { sweepAfterSeconds } = deps.config;
      await deleteOldNotifications(deps.db);
      await deleteOldActivity(deps.db);
      await deleteExpiredInvitations(deps.db);
      await deleteOldMails(deps.db);
      await sweepOutbox(deps);
      await deleteOldRequests(deps.db);
      await deleteExpiredArchives(deps);
      await deleteOldFragments(deps.db);
      await deleteOldSplits(deps.db);
      // A staging folder may have hours of work on a long video, so it gets a day instead of an orphan's hour.
      await sweep(deps, {
        orphanAgeMs: sweepAfterSeconds * 1000,
        stagingAgeMs: sweepAfterSeconds * 24 * 1000,
        signal,
      });
    },
  };
}
