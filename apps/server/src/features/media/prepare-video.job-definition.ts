import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

const payload = z.object({ videoId: z.uuid() });

/** Tells the owner of a video whose preparation was given up. */
export const prepareVideoFailedJob = defineJob('prepare-video-given-up', payload);

/**
 * Turns an upload into what browsers play. Enqueued in the transaction that publishes the upload. Two hours of 4K take
 * a small machine most of this time; a worker that is gone is noticed much earlier, by its missing heartbeat.
 */
export const prepareVideoJob = defineJob('prepare-video', payload, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 4,
  retryDelaySeconds: 10,
  deadLetter: prepareVideoFailedJob,
});
