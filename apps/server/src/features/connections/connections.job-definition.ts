import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Sends one of two people a mail about a request or its acceptance (CONN-02). */
export const connectionMailJob = defineJob('connection-mail', z.object({ connectionId: id, recipientId: id }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
