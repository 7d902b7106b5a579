import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Sends the mail of an invitation. */
export const invitationMailJob = defineJob('invitation-mail', z.object({ invitationId: z.uuid() }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
