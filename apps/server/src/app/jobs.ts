import { draftCaptionsFailedJob, draftCaptionsJob } from '../features/captions/captions.job-definition.ts';
import { draftCaptionsFailedHandler, draftCaptionsHandler } from '../features/captions/captions.jobs.ts';
import { connectionMailJob } from '../features/connections/connections.job-definition.ts';
import { connectionMailHandler } from '../features/connections/connections.jobs.ts';
import { invitationMailJob } from '../features/invitations/invitations.job-definition.ts';
import { invitationMailHandler } from '../features/invitations/invitations.jobs.ts';
import { sweepJob } from '../features/maintenance/sweep.job-definition.ts';
import { sweepHandler } from '../features/maintenance/sweep.jobs.ts';
import { makeRenditionsHandler } from '../features/media/make-renditions.jobs.ts';
import { makeThumbhashesJob } from '../features/media/make-thumbhashes.job-definition.ts';
import { makeThumbhashesHandler } from '../features/media/make-thumbhashes.jobs.ts';
import { prepareVideoFailedHandler, prepareVideoHandler } from '../features/media/prepare-video.jobs.ts';
import { reportMailJob } from '../features/reports/reports.job-definition.ts';
import { reportMailHandler } from '../features/reports/reports.jobs.ts';
import { shareMailJob } from '../features/sharing/sharing.job-definition.ts';
import { shareMailHandler } from '../features/sharing/sharing.jobs.ts';
import {
  deleteObjectsJob,
  makeRenditionsJob,
  prepareVideoFailedJob,
  prepareVideoJob,
} from '../features/videos/videos.job-definition.ts';
import { deleteObjectsHandler } from '../features/videos/videos.jobs.ts';
import type { Deps } from '../platform/deps.ts';
import type { AnyJobHandler } from '../platform/jobs.ts';

/** All job definitions. Every process knows them, so that it can enqueue jobs. */
export const JOB_DEFINITIONS: readonly AnyJobHandler['job'][] = [
  prepareVideoFailedJob,
  prepareVideoJob,
  makeRenditionsJob,
  makeThumbhashesJob,
  deleteObjectsJob,
  draftCaptionsFailedJob,
  draftCaptionsJob,
  shareMailJob,
  invitationMailJob,
  connectionMailJob,
  reportMailJob,
  sweepJob,
];

/** The job handlers, run by worker processes. */
export function jobHandlers(deps: Deps): readonly AnyJobHandler[] {
  return [
    prepareVideoHandler(deps),
    prepareVideoFailedHandler(deps),
    makeRenditionsHandler(deps),
    makeThumbhashesHandler(deps),
    deleteObjectsHandler(deps),
    draftCaptionsHandler(deps),
    draftCaptionsFailedHandler(deps),
    shareMailHandler(deps),
    invitationMailHandler(deps),
    connectionMailHandler(deps),
    reportMailHandler(deps),
    sweepHandler(deps),
  ];
}

/** Scheduled jobs (cron expressions in UTC). */
export const JOB_SCHEDULES: readonly { job: AnyJobHandler['job']; cron: string }[] = [
  { job: sweepJob, cron: '*/15 * * * *' },
];

/**
 * Jobs that run when a worker starts: what a killed worker left behind, and what an earlier version did not make.
 */
export const JOBS_AT_START: readonly AnyJobHandler['job'][] = [sweepJob, makeThumbhashesJob];
