import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { makeArchiveFailedJob, makeArchiveJob } from './archives.job-definition.ts';
import { failArchive, runMakeArchive } from './archives.service.ts';

type ArchiveJob = JobHandler<{ archiveId: string }>;

export function makeArchiveHandler(deps: Deps): ArchiveJob {
  return {
    job: makeArchiveJob,
    concurrency: 1,
    run: ({ archiveId }, { signal }) => runMakeArchive(deps, archiveId, signal),
  };
}

export function makeArchiveFailedHandler(deps: Deps): ArchiveJob {
  return { job: makeArchiveFailedJob, concurrency: 1, run: ({ archiveId }) => failArchive(deps, archiveId) };
}
