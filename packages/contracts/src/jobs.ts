import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/**
 * Kinds of background jobs whose failures site owners see. Without chunk encoding: if a chunk fails, the video is
 * encoded as a whole.
 */
export const JOB_KINDS = [
  'prepare-video',
  'prepare-video-failed',
  'make-renditions',
  'make-high-range',
  'encode-piece-failed',
  'make-thumbhashes',
  'measure-loudness',
  'delete-objects',
  'draft-captions',
  'draft-captions-failed',
  'send-mail',
  'make-archive',
  'make-archive-failed',
  'delete-accounts',
  'announce-opened',
  'gather-daily',
  'gather-at-once',
  'send-week-questions',
  'send-push',
  'look-after',
  'sweep',
  'backup',
  'verify-backups',
  'integrity',
  'site-warnings',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Why a job failed. `time`: timed out. `storage`: files could not be read or written. `file`: a stored file is missing.
 * `database`, `identity`: no response. `program`: a media program failed. `worker`: the worker stopped repeatedly.
 * `other`: see the log.
 */
export const JOB_FAILURES = ['time', 'storage', 'file', 'database', 'identity', 'program', 'worker', 'other'] as const;
export type JobFailure = (typeof JOB_FAILURES)[number];

/** A permanently failed job, without personal data. */
export const failedJob = z.object({
  id,
  kind: z.enum(JOB_KINDS),
  failed_at: isoDateTime,
  /** Number of attempts. */
  attempts: z.int(),
  failure: z.enum(JOB_FAILURES),
});
export type FailedJob = z.infer<typeof failedJob>;

/** GET /api/admin/jobs: jobs that failed in the last week, newest first. */
export const siteJobs = z.object({
  waiting: z.int(),
  failed: z.int(),
  /** At most 500. */
  jobs: z.array(failedJob),
});
export type SiteJobs = z.infer<typeof siteJobs>;

/** POST /api/admin/jobs/retry: number of retried jobs. */
export const retryJobsResponse = z.object({ retried: z.int() });
export type RetryJobsResponse = z.infer<typeof retryJobsResponse>;
