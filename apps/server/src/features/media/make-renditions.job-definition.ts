import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/**
 * Makes the sizes that a player switches between, and the preview pictures, of a video that plays already. Enqueued in
 * the transaction that publishes it. Nothing is told when it is given up: the video goes on playing in one size.
 */
export const makeRenditionsJob = defineJob('make-renditions', z.object({ videoId: z.uuid() }), {
  timeoutSeconds: 14 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 30,
});
