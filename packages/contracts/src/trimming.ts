import * as z from 'zod/mini';

/** The least that is left of a video, in seconds. */
export const MIN_TRIM_SECONDS = 1;

const seconds = z.number().check(z.minimum(0), z.maximum(24 * 3600));

/** PUT /api/video/{id}/trim: the part of the whole video that is kept, in seconds from its start. */
export const trimRequest = z.strictObject({ start: seconds, end: seconds });
export type Trim = z.infer<typeof trimRequest>;

/** What is kept of a video, and the length of all of it. */
export const videoTrim = z.object({ start: z.number(), end: z.number(), whole: z.number() });
export type VideoTrim = z.infer<typeof videoTrim>;
