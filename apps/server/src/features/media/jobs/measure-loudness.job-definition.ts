import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/**
 * Measures the sound of a ready video, if that was not done yet. Without an id: of all of them, such as those that were prepared
 * before, or without ffmpeg.
 */
export const measureLoudnessJob = defineJob('measure-loudness', z.object({ videoId: z.optional(id) }), {
  timeoutSeconds: 12 * 3600,
});
