import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { siteWarningsJob } from './site-warnings.job-definition.ts';
import { updateWarnings } from './site-warnings.service.ts';

export function siteWarningsHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: siteWarningsJob, concurrency: 1, run: () => updateWarnings(deps) };
}
