import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/**
 * Encodes the next chunk of an unfinished upload. Enqueued when more bytes have arrived. If it fails, the video is
 * encoded after the upload is complete.
 */
export const earlyWorkJob = defineJob('early-work', z.object({ uploadId: id }), {
  timeoutSeconds: 3 * 3600,
  retryLimit: 1,
  retryDelaySeconds: 10,
});
