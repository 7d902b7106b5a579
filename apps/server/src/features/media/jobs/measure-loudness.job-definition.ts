import { id } from '@kinreel/contracts';
import * as z from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/**
 * Measures the loudness of a ready video if that was not done. Without an id: of all such videos, for example those
 * prepared by an earlier version or without ffmpeg.
 */
export const measureLoudnessJob = defineJob('measure-loudness', z.object({ videoId: z.optional(id) }), {
  timeoutSeconds: 12 * 3600,
});
