import type { FailedJob } from '@kinreel/contracts';
import type { listFailedJobs } from '../../platform/jobs/failed-jobs.ts';

/** A failed job for site owners, without personal data. */
export function presentFailedJob(row: Awaited<ReturnType<typeof listFailedJobs>>[number]): FailedJob {
  const { id, kind, attempts, failure, failed_at } = row;
  return { id, kind, failed_at: failed_at.toISOString(), attempts, failure };
}
