import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { gatherAtOnceJob, gatherDailyJob } from './digests.job-definition.ts';
import { gatherAtOnce, gatherDaily } from './digests.service.ts';

export function gatherDailyHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: gatherDailyJob, concurrency: 1, run: (_payload, { signal }) => gatherDaily(deps, signal) };
}

export function gatherAtOnceHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: gatherAtOnceJob, concurrency: 1, run: (_payload, { signal }) => gatherAtOnce(deps, signal) };
}
