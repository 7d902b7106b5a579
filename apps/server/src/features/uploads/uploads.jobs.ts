import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { deleteOldNotifications } from '../notifications/notifications.service.ts';
import { sweep } from './sweep.service.ts';
import { sweepJob } from './uploads.job-definition.ts';

export function sweepHandler(deps: Deps): JobHandler<Record<string, never>> {
  return {
    job: sweepJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      const { sweepAfterSeconds } = deps.config;
      await deleteOldNotifications(deps.db);
      // A folder's own time stands still while a file in it grows: slow uploads get a day where an hour is the rule.
      await sweep(deps, {
        orphanAgeMs: sweepAfterSeconds * 1000,
        stagingAgeMs: sweepAfterSeconds * 24 * 1000,
        signal,
      });
    },
  };
}
