import * as z from 'zod/mini';
import { id } from './common.ts';
import { videoStatus } from './videos.ts';

/**
 * Data of `event: video` on GET /api/events (server-sent events): the status or progress of one of the caller's own
 * videos changed. It is only a hint; clients still fetch the video itself.
 */
export const videoEvent = z.object({
  id,
  status: videoStatus,
  /** 0 when its preparation begins, waits or goes on: clients fetch the video itself. */
  progress: z.int(),
  /** What can be watched of it while it is being prepared is at another address from now on, or for the first time. */
  growing: z.optional(z.literal(true)),
});
export type VideoEvent = z.infer<typeof videoEvent>;
