import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** Deletes the accounts whose time has come: see delete-account.service.ts. The next run is the retry. */
export const deleteAccountsJob = defineJob('delete-accounts', z.object({}), { timeoutSeconds: 3600, retryLimit: 0 });
