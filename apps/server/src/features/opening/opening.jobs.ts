import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { announceOpenedJob } from './opening.job-definition.ts';
import { announceOpened } from './opening.service.ts';

export function announceOpenedHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: announceOpenedJob, concurrency: 1, run: (_payload, { signal }) => announceOpened(deps, signal) };
}
