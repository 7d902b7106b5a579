import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { SHARE_MAX_RECIPIENTS, SHARE_MESSAGE_MAX_LENGTH } from './constants.ts';
import { promptId } from './prompts.ts';
import { linesOfText } from './text.ts';
import { permission } from './videos.ts';

/**
 * Resumable uploads (UP-04). The bytes are sent with tus 1.0 (https://tus.io/protocols/resumable-upload) to this path.
 * POST /api/uploads/{id}/publish turns a complete upload into a video.
 */
export const TUS_PATH = '/files';
export const TUS_VERSION = '1.0.0';

/** Hours after its last byte until an unfinished upload expires. */
export const UPLOAD_EXPIRY_HOURS = 24;

/** Maximum number of unfinished uploads per person. */
export const MAX_UNFINISHED_UPLOADS = 100;

/** An upload that has not been published as a video yet. */
export const unfinishedUpload = z.object({
  id,
  /** Name of the file on the person's device. */
  file_name: z.string(),
  /** Size of the complete file, in bytes. */
  size: z.int(),
  /** Number of bytes received; the upload resumes from here. */
  offset: z.int(),
  /** The prompt chosen when the upload started; null if none. */
  prompt_id: z.nullable(z.int()),
  created_at: isoDateTime,
  expires_at: isoDateTime,
});
export type UnfinishedUpload = z.infer<typeof unfinishedUpload>;

/** GET /api/uploads: newest first. */
export const unfinishedUploadsResponse = z.array(unfinishedUpload);

/** Who may see a new video: the permission, and connections that it is shared with, with a message. */
export const chosenAudience = z.object({
  permission,
  user_id: z.array(id).check(z.maxLength(SHARE_MAX_RECIPIENTS)),
  message: z.optional(linesOfText(SHARE_MESSAGE_MAX_LENGTH)),
});
export type ChosenAudience = z.infer<typeof chosenAudience>;

/** POST /api/uploads/{id}/publish; the response is the video (contract `video`). */
export const publishUploadRequest = z.object({
  prompt: promptId,
  /** SHA-256 of the complete file in hex; the server compares it with the received bytes. */
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/i))),
  /**
   * Without it only the owner sees the video (VID-03), and who asked the question it answers. With it only the askers
   * whom it names. Ids of people who are no longer connected are ignored.
   */
  audience: z.optional(chosenAudience),
});
export type PublishUploadRequest = z.infer<typeof publishUploadRequest>;
