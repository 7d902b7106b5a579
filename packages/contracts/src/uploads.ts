import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { promptId } from './prompts.ts';

/**
 * Resumable uploads (UP-04). Bytes travel by tus 1.0 (https://tus.io/protocols/resumable-upload) at this path, and
 * become a video by POST /api/uploads/{id}/publish.
 */
export const TUS_PATH = '/files';
export const TUS_VERSION = '1.0.0';

/** Hours after its last byte until an unfinished upload is given up. */
export const UPLOAD_EXPIRY_HOURS = 24;

/** Most unfinished uploads a person may have. */
export const MAX_UNFINISHED_UPLOADS = 100;

/** An upload that has not become a video yet. */
export const unfinishedUpload = z.object({
  id,
  /** As the person's device calls it. */
  file_name: z.string(),
  /** Bytes of the whole file. */
  size: z.int(),
  /** Bytes that have arrived; the upload goes on from here. */
  offset: z.int(),
  /** The prompt that was chosen when the upload began; null if none was named. */
  prompt_id: z.nullable(z.int()),
  created_at: isoDateTime,
  expires_at: isoDateTime,
});
export type UnfinishedUpload = z.infer<typeof unfinishedUpload>;

/** GET /api/uploads: the newest first. */
export const unfinishedUploadsResponse = z.array(unfinishedUpload);

/** POST /api/uploads/{id}/publish answers the video (contract `video`). */
export const publishUploadRequest = z.object({
  prompt: promptId,
  /** SHA-256 of the whole file in hex, to be compared with what has arrived. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
});
export type PublishUploadRequest = z.infer<typeof publishUploadRequest>;
