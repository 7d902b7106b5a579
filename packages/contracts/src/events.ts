import * as z from 'zod/mini';
import { id } from './common.ts';
import { videoStatus } from './videos.ts';

/**
 * GET /api/events (server-sent events): `event: video` with this as its data says that one of the caller's own videos
 * has come further. It is a hint: the video itself is read as ever.
 */
export const videoEvent = z.object({ id, status: videoStatus, progress: z.int() });
export type VideoEvent = z.infer<typeof videoEvent>;
