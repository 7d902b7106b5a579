import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/**
 * Kinds of background work of which site owners see what has failed. Not pieces of films: if one fails, the film is encoded as a
 * whole, so nothing is left to do.
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
  'look-after',
  'sweep',
  'backup',
  'verify-backups',
  'integrity',
  'site-warnings',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/**
 * Why a job has failed. `time`: it took too long. `storage`: files could not be read or written. `file`: a stored file is missing.
 * `database`, `identity`: they did not answer. `program`: a program that reads videos and pictures failed. `worker`: the worker ended
 * again and again. `other`: only the log says it.
 */
export const JOB_FAILURES = ['time', 'storage', 'file', 'database', 'identity', 'program', 'worker', 'other'] as const;
export type JobFailure = (typeof JOB_FAILURES)[number];

/** A job that has failed permanently. It does not say whose it is or what it is about. */
export const failedJob = z.object({
  id,
  kind: z.enum(JOB_KINDS),
  failed_at: isoDateTime,
  /** How often it was tried. */
  attempts: z.int(),
  failure: z.enum(JOB_FAILURES),
});
export type FailedJob = z.infer<typeof failedJob>;

/** GET /api/admin/jobs: those that have failed in the last week, the newest first. */
export const siteJobs = z.object({
  waiting: z.int(),
  failed: z.int(),
  /** 500 at most. */
  jobs: z.array(failedJob),
});
export type SiteJobs = z.infer<typeof siteJobs>;

/** POST /api/admin/jobs/retry: how many jobs are tried again. */
export const retryJobsResponse = z.object({ retried: z.int() });
export type RetryJobsResponse = z.infer<typeof retryJobsResponse>;
