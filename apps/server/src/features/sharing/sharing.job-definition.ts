import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Tell one person by mail of a video that was shared with them (SHARE-06). */
export const shareMailJob = defineJob('share-mail', z.object({ videoId: z.uuid(), recipientId: z.uuid() }), {
  timeoutSeconds: 120,
  retryLimit: 6,
  retryDelaySeconds: 10,
});
