import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** For how many days a finished archive can be downloaded. */
export const ARCHIVE_DAYS = 7;

/**
 * The archive of everything that belongs to a person, or, for a steward, of the videos that they look after; there is at most
 * one of each.
 */
export const archive = z.object({
  id,
  status: z.enum(['making', 'ready', 'failed']),
  /** Per cent that are written. */
  progress: z.int(),
  /** Bytes; null until it is ready. */
  size: z.nullable(z.int()),
  /** When it was asked for. */
  created_at: isoDateTime,
  /** Until when it can be downloaded; null until it is ready. */
  expires_at: z.nullable(isoDateTime),
});
export type Archive = z.infer<typeof archive>;

/** GET and POST /api/archive, and /api/stewardships/{userId}/archive: null if there is none. */
export const archiveResponse = z.object({ archive: z.nullable(archive) });
export type ArchiveResponse = z.infer<typeof archiveResponse>;
