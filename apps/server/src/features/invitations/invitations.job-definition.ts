import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Sends the mail of an invitation. */
export const invitationMailJob = defineJob('invitation-mail', z.object({ invitationId: id }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
