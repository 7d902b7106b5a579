import { deleteAccountsJob } from '../features/account/account.job-definition.ts';
import { deleteAccountsHandler } from '../features/account/account.jobs.ts';
import { siteWarningsJob } from '../features/administration/site-warnings.job-definition.ts';
import { siteWarningsHandler } from '../features/administration/site-warnings.jobs.ts';
import { makeArchiveFailedJob, makeArchiveJob } from '../features/archives/archives.job-definition.ts';
import { makeArchiveFailedHandler, makeArchiveHandler } from '../features/archives/archives.jobs.ts';
import { draftCaptionsFailedJob, draftCaptionsJob } from '../features/captions/captions.job-definition.ts';
import { draftCaptionsFailedHandler, draftCaptionsHandler } from '../features/captions/captions.jobs.ts';
import { gatherAtOnceJob, gatherDailyJob } from '../features/digests/digests.job-definition.ts';
import { gatherAtOnceHandler, gatherDailyHandler } from '../features/digests/digests.jobs.ts';
import { sendMailJob } from '../features/mails/mails.job-definition.ts';
import { sendMailHandler } from '../features/mails/mails.jobs.ts';
import { encodePieceFailedHandler, encodePieceHandlers } from '../features/media/jobs/encode-piece.jobs.ts';
import { makeHighRangeHandler } from '../features/media/jobs/make-high-range.jobs.ts';
import { makeRenditionsHandler } from '../features/media/jobs/make-renditions.jobs.ts';
import { makeThumbhashesJob } from '../features/media/jobs/make-thumbhashes.job-definition.ts';
import { makeThumbhashesHandler } from '../features/media/jobs/make-thumbhashes.jobs.ts';
import { measureLoudnessJob } from '../features/media/jobs/measure-loudness.job-definition.ts';
import { measureLoudnessHandler } from '../features/media/jobs/measure-loudness.jobs.ts';
import { prepareVideoFailedHandler, prepareVideoHandler } from '../features/media/jobs/prepare-video.jobs.ts';
import { createKnownProbes } from '../features/media/probe/known-probes.ts';
import { sendPushJob } from '../features/notifications/notifications.job-definition.ts';
import { announceOpenedJob } from '../features/opening/opening.job-definition.ts';
import { announceOpenedHandler } from '../features/opening/opening.jobs.ts';
import { backupJob, verifyBackupsJob } from '../features/operations/backup/backup.job-definition.ts';
import { backupHandler, verifyBackupsHandler } from '../features/operations/backup/backup.jobs.ts';
import { integrityJob } from '../features/operations/integrity/integrity.job-definition.ts';
import { integrityHandler } from '../features/operations/integrity/integrity.jobs.ts';
import { sweepJob } from '../features/operations/maintenance/sweep.job-definition.ts';
import { sweepHandler } from '../features/operations/maintenance/sweep.jobs.ts';
import { sendWeekQuestionsJob } from '../features/pace/pace.job-definition.ts';
import { sendWeekQuestionsHandler } from '../features/pace/pace.jobs.ts';
import { sendPushHandler } from '../features/push/push.jobs.ts';
import { lookAfterJob } from '../features/stewards/stewards.job-definition.ts';
import { lookAfterHandler } from '../features/stewards/stewards.jobs.ts';
import { earlyWorkJob } from '../features/uploads/early-work.job-definition.ts';
import { earlyWorkHandler } from '../features/uploads/early-work.jobs.ts';
import {
  deleteObjectsJob,
  encodePieceFailedJob,
  encodePieceJob,
  encodeSizesPieceJob,
  makeHighRangeJob,
  makeRenditionsJob,
  prepareVideoFailedJob,
  prepareVideoJob,
} from '../features/videos/videos.job-definition.ts';
import { deleteObjectsHandler } from '../features/videos/videos.jobs.ts';
import type { Deps } from '../platform/deps.ts';
import type { AnyJobHandler } from '../platform/jobs/jobs.ts';
import { MAIL_WRITERS } from './mails.ts';
import { SCHEMAS } from './schemas.ts';

/** All job definitions. Every process needs them to enqueue jobs. */
export const JOB_DEFINITIONS: readonly AnyJobHandler['job'][] = [
  prepareVideoFailedJob,
  prepareVideoJob,
  makeRenditionsJob,
  makeHighRangeJob,
  encodePieceFailedJob,
  encodePieceJob,
  encodeSizesPieceJob,
  earlyWorkJob,
  makeThumbhashesJob,
  measureLoudnessJob,
  deleteObjectsJob,
  draftCaptionsFailedJob,
  draftCaptionsJob,
  sendMailJob,
  sendPushJob,
  makeArchiveFailedJob,
  makeArchiveJob,
  deleteAccountsJob,
  announceOpenedJob,
  gatherDailyJob,
  gatherAtOnceJob,
  sendWeekQuestionsJob,
  lookAfterJob,
  sweepJob,
  backupJob,
  verifyBackupsJob,
  integrityJob,
  siteWarningsJob,
];

/** The job handlers that worker processes run. */
export function jobHandlers(deps: Deps): readonly AnyJobHandler[] {
  const probes = createKnownProbes();
  return [
    prepareVideoHandler(deps, probes),
    prepareVideoFailedHandler(deps),
    makeRenditionsHandler(deps, probes),
    makeHighRangeHandler(deps, probes),
    ...encodePieceHandlers(deps),
    encodePieceFailedHandler(deps),
    earlyWorkHandler(deps),
    makeThumbhashesHandler(deps),
    measureLoudnessHandler(deps),
    deleteObjectsHandler(deps),
    draftCaptionsHandler(deps),
    draftCaptionsFailedHandler(deps),
    sendMailHandler(deps, MAIL_WRITERS),
    sendPushHandler(deps),
    makeArchiveHandler(deps),
    makeArchiveFailedHandler(deps),
    deleteAccountsHandler(deps),
    announceOpenedHandler(deps),
    gatherDailyHandler(deps),
    gatherAtOnceHandler(deps),
    sendWeekQuestionsHandler(deps),
    lookAfterHandler(deps),
    sweepHandler(deps),
    ...(deps.config.backup.dir ? [backupHandler(deps, SCHEMAS), verifyBackupsHandler(deps)] : []),
    integrityHandler(deps),
    siteWarningsHandler(deps),
  ];
}

/** Scheduled jobs (cron expressions in UTC). */
export const JOB_SCHEDULES: readonly { job: AnyJobHandler['job']; cron: string }[] = [
  { job: sweepJob, cron: '*/15 * * * *' },
  { job: integrityJob, cron: '7 * * * *' },
  { job: deleteAccountsJob, cron: '22 * * * *' },
  { job: announceOpenedJob, cron: '*/5 * * * *' },
  { job: gatherDailyJob, cron: '0 * * * *' },
  { job: gatherAtOnceJob, cron: '*/5 * * * *' },
  { job: sendWeekQuestionsJob, cron: '*/5 * * * *' },
  { job: lookAfterJob, cron: '40 * * * *' },
  { job: siteWarningsJob, cron: '12 * * * *' },
];

/** Scheduled jobs of workers with BACKUP_DIR. */
export const BACKUP_SCHEDULES: typeof JOB_SCHEDULES = [
  { job: backupJob, cron: '30 2 * * *' },
  { job: verifyBackupsJob, cron: '30 12 * * 0' },
];

/**
 * Jobs that run when a worker starts: they clean up after a killed worker and create what an earlier version did not.
 */
export const JOBS_AT_START: readonly AnyJobHandler['job'][] = [
  sweepJob,
  makeThumbhashesJob,
  measureLoudnessJob,
  deleteAccountsJob,
  announceOpenedJob,
  lookAfterJob,
  siteWarningsJob,
];
