import * as z from 'zod/mini';

/** Minimum length of a trimmed video, in seconds. */
export const MIN_TRIM_SECONDS = 1;

const seconds = z.number().check(z.minimum(0), z.maximum(24 * 3600));

/** PUT /api/video/{id}/trim: start and end of the kept part, in seconds from the start of the original. */
export const trimRequest = z.strictObject({ start: seconds, end: seconds });
export type Trim = z.infer<typeof trimRequest>;

/** The kept part of a video, and the length of the original. */
export const videoTrim = z.object({ start: z.number(), end: z.number(), whole: z.number() });
export type VideoTrim = z.infer<typeof videoTrim>;
