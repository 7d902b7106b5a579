import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Sends one recipient a mail about a shared video (SHARE-06). */
export const shareMailJob = defineJob('share-mail', z.object({ videoId: id, recipientId: id }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
