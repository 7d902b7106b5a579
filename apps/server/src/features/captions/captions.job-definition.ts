import * as z from 'zod';
import { defineJob } from '../../platform/jobs.ts';

const payload = z.object({ videoId: z.uuid() });

/** Tells the owner of a video whose draft was given up. */
export const draftCaptionsFailedJob = defineJob('draft-captions-given-up', payload);

/** Drafts captions from what is said in a video. Enqueued in the transaction that notes that the owner wants them. */
export const draftCaptionsJob = defineJob('draft-captions', payload, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 2,
  retryDelaySeconds: 30,
  deadLetter: draftCaptionsFailedJob,
});
