import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';

/** Days that a finished archive can be downloaded. */
export const ARCHIVE_DAYS = 7;

/**
 * The archive of all data of a person or, for a steward, of the videos that they look after. At most one of each per
 * caller.
 */
export const archive = z.object({
  id,
  status: z.enum(['making', 'ready', 'failed']),
  /** Percentage written. */
  progress: z.int(),
  /** Bytes; null until it is ready. */
  size: z.nullable(z.int()),
  /** When it was requested. */
  created_at: isoDateTime,
  /** When it expires; null until it is ready. */
  expires_at: z.nullable(isoDateTime),
});
export type Archive = z.infer<typeof archive>;

/** GET and POST /api/archive, and /api/stewardships/{userId}/archive: null if there is none. */
export const archiveResponse = z.object({ archive: z.nullable(archive) });
export type ArchiveResponse = z.infer<typeof archiveResponse>;
