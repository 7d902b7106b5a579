import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { deleteAccountsJob } from './account.job-definition.ts';
import { deleteDueAccounts } from './delete-account.service.ts';

export function deleteAccountsHandler(deps: Deps): JobHandler<Record<string, never>> {
  return { job: deleteAccountsJob, concurrency: 1, run: (_payload, { signal }) => deleteDueAccounts(deps, signal) };
}
