import * as z from 'zod/mini';
import { isoDateTime } from './common.ts';
import { DEFAULT_MAX_VIDEO_SECONDS } from './constants.ts';
import { person } from './profile.ts';

/** Positions beyond this many seconds are rejected; an operator may allow videos of up to a day. */
export const MAX_POSITION_SECONDS = Math.max(DEFAULT_MAX_VIDEO_SECONDS, 24 * 3600);

/** GET and PUT /api/video/{id}/position: where the caller stopped watching a video. */
export const watchPosition = z.object({
  /** Position to resume from, in seconds; 0 if never watched or watched to the end. */
  seconds: z.number(),
  /** Whether the caller watched it to the end, or almost. */
  finished: z.boolean(),
  /** When it was last watched; null if never. */
  watched_at: z.nullable(isoDateTime),
});
export type WatchPosition = z.infer<typeof watchPosition>;

/** PUT /api/video/{id}/position. Ignored if the video was processed again since, because positions have changed. */
export const saveWatchPositionRequest = z.strictObject({
  /** `preparation` of the video that was watched. */
  preparation: z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1)),
  seconds: z.number().check(z.minimum(0), z.maximum(MAX_POSITION_SECONDS)),
});
export type SaveWatchPositionRequest = z.infer<typeof saveWatchPositionRequest>;

/** How many people who watched a video are listed. */
export const MAX_LISTED_WATCHERS = 100;

/**
 * GET /api/video/{id}/watchers: who has watched the caller's video, the latest first; at most MAX_LISTED_WATCHERS.
 * Only people who may still see it and let owners know.
 */
export const watchersResponse = z.array(z.object({ person, first_watched_at: isoDateTime }));
export type WatchersResponse = z.infer<typeof watchersResponse>;

/** GET and PUT /api/watching/setting: whether owners see that the caller has watched their videos, also before. */
export const watchingSetting = z.strictObject({ shown: z.boolean() });
export type WatchingSetting = z.infer<typeof watchingSetting>;
