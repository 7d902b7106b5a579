import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { advanceStewardships } from './look-after.service.ts';
import { lookAfterJob } from './stewards.job-definition.ts';

export function lookAfterHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: lookAfterJob, concurrency: 1, run: (_payload, { signal }) => advanceStewardships(deps, signal) };
}
