import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { deleteObjectsJob } from './videos.job-definition.ts';
import { removeStoredFiles } from './videos.service.ts';

export function deleteObjectsHandler(deps: Deps): JobHandler<{ videoId: string }> {
  return { job: deleteObjectsJob, concurrency: 2, run: ({ videoId }) => removeStoredFiles(deps, videoId) };
}
