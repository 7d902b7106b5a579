import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { person } from './profile.ts';
import { video } from './videos.ts';

/** How long a video counts as new. */
export const NEW_DAYS = 30;

/** New videos that are listed at most. */
export const MAX_NEW_VIDEOS = 20;

/** A video of another person that the caller may see and has not seen yet. */
export const newVideo = z.extend(video, {
  owner: person,
  /** When it was shared with the caller; otherwise when it was made. */
  arrived_at: isoDateTime,
  /** The message with the share; empty without one. */
  message: z.string(),
});
export type NewVideo = z.infer<typeof newVideo>;

/** GET /api/whats-new: the newest first. */
export const whatsNew = z.object({
  videos: z.array(newVideo),
  /** There are others, which follow when some of these are seen. */
  more: z.boolean(),
});
export type WhatsNew = z.infer<typeof whatsNew>;

/** PUT /api/whats-new/seen: the videos that the caller has been shown. */
export const seenRequest = z.strictObject({
  video_ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_NEW_VIDEOS)),
});
export type SeenRequest = z.infer<typeof seenRequest>;
