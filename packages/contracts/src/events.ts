import * as z from 'zod/mini';
import { id } from './common.ts';
import { videoStatus } from './videos.ts';

/**
 * Data of `event: video` on GET /api/events (server-sent events): the status or progress of one of the caller's own
 * videos changed. Only a hint: clients fetch the video itself.
 */
export const videoEvent = z.object({
  id,
  status: videoStatus,
  /** 0 when processing starts, waits or resumes: clients then fetch the video. */
  progress: z.int(),
  /** The growing playlist was created or has a new URL. */
  growing: z.optional(z.literal(true)),
});
export type VideoEvent = z.infer<typeof videoEvent>;
