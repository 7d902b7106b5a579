import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import { deleteAccountsJob } from './account.job-definition.ts';
import { remindLeaving } from './account.service.ts';
import { deleteDueAccounts } from './delete-account.service.ts';

export function deleteAccountsHandler(deps: Deps): JobHandler<Record<string, never>> {
  return {
    job: deleteAccountsJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      await remindLeaving(deps);
      await deleteDueAccounts(deps, signal);
    },
  };
}
