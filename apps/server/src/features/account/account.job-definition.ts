import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Deletes the accounts whose grace period is over (delete-account.service.ts). No retry: the job runs regularly. */
export const deleteAccountsJob = defineJob('delete-accounts', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
