import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

const payload = z.object({ videoId: id });

/** Marks a draft whose job failed permanently. */
export const draftCaptionsFailedJob = defineJob('draft-captions-failed', payload);

/** Drafts captions from the speech of a video. Enqueued in the transaction of the owner's request. */
export const draftCaptionsJob = defineJob('draft-captions', payload, {
  timeoutSeconds: 12 * 3600,
  retryLimit: 2,
  retryDelaySeconds: 30,
  deadLetter: draftCaptionsFailedJob,
});
