import type { JobKind, RetryJobsResponse, SiteJobs } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { countJobs, listFailedJobs, takeFailedJob } from '../../platform/jobs/failed-jobs.ts';
import { restartArchive } from '../archives/archives.service.ts';
import { restartDraft } from '../captions/captions.service.ts';
import { restartVideo } from '../videos/video-lifecycle.ts';
import { deleteOutdated } from '../videos/videos.service.ts';
import { presentFailedJob } from './jobs.presenter.ts';

type RetryDeps = Pick<Deps, 'db' | 'jobs' | 'storage' | 'log'>;

/** Maximum number of failed jobs in a list. */
const LIST_LIMIT = 500;

/**
 * Retries of jobs whose failure people see: the request is started over, as if they had repeated it. Does nothing if it
 * was deleted or has not failed.
 * @returns storage keys to delete after the commit
 */
const RESTARTS: { readonly [Kind in JobKind]?: (deps: RetryDeps, tx: Tx, payload: Payload) => Promise<string[]> } = {
  'prepare-video': async (deps, tx, { videoId }) => (await restartVideo(deps, tx, String(videoId))) ?? [],
  'make-archive': async (deps, tx, { archiveId }) => {
    await restartArchive(deps, tx, String(archiveId));
    return [];
  },
  'draft-captions': async (deps, tx, { videoId }) => {
    await restartDraft(deps, tx, String(videoId));
    return [];
  },
};
type Payload = Record<string, unknown>;

/** Failed jobs, and the number of waiting ones. */
export async function readSiteJobs(db: Db): Promise<SiteJobs> {
  const [counts, rows] = await Promise.all([countJobs(db), listFailedJobs(db, LIST_LIMIT)]);
  return { ...counts, jobs: rows.map(presentFailedJob) };
}

/** Retries a failed job immediately, with all its attempts. @returns false if there is no such job */
export async function retryJob(deps: RetryDeps, id: string): Promise<boolean> {
  const outdated = await deps.db.transaction().execute(async (tx) => {
    const job = await takeFailedJob(tx, id);
    if (!job) return null;
    const restart = RESTARTS[job.kind];
    if (restart) return restart(deps, tx, job.payload);
    await deps.jobs.enqueueAgain(tx, job);
    return [];
  });
  if (!outdated) return false;
  await deleteOutdated(deps, outdated);
  return true;
}

/** Retries all failed jobs of the list. */
export async function retryAllJobs(deps: RetryDeps): Promise<RetryJobsResponse> {
  let retried = 0;
  for (const { id } of await listFailedJobs(deps.db, LIST_LIMIT)) {
    if (await retryJob(deps, id)) retried += 1;
  }
  return { retried };
}
