import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/**
 * Encodes the next piece of a film that is being sent. Enqueued when more of it has arrived. If it fails, the film is encoded when all
 * of it is there.
 */
export const earlyWorkJob = defineJob('early-work', z.object({ uploadId: id }), {
  timeoutSeconds: 3 * 3600,
  retryLimit: 1,
  retryDelaySeconds: 10,
});
