import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_PERMISSION, promptId as promptIdSchema, type Video } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { inspectUploadedFile } from '../media/media.service.ts';
import { createVideo, restartVideo } from '../videos/video-lifecycle.ts';
import { getVideo } from '../videos/videos.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { consumeReservation, type Reservation, reserveSpace } from './quota.service.ts';
import { plainName } from './upload-metadata.ts';
import { promptExists } from './uploads.queries.ts';

/** What a form may add to the size of the file in it, in bytes. */
const FORM_OVERHEAD = 64 * 1024;

/** Bytes gathered before they are written; large writes cost the least. */
const WRITE_BUFFER = 1024 * 1024;

/** A part of the upload's form, in the order that it arrives. A file's bytes are read before the next part. */
export type UploadPart =
  | { type: 'field'; name: string; value: string }
  /** `bytes` throws video.incomplete when the sender breaks off. */
  | { type: 'file'; name: string; fileName: string; bytes: AsyncIterable<Buffer> };

export interface UploadRequest {
  ownerId: string;
  /** Size of the whole form in bytes, null if the sender does not say. */
  contentLength: number | null;
  parts: AsyncIterable<UploadPart>;
}

/** A file that has arrived whole, in a staging folder. */
export interface ReceivedFile {
  path: string;
  /** As the sender calls it. */
  fileName: string;
  size: number;
  sha256: string;
}

/**
 * Take in a video (API-09, UP-02): the bytes go straight to a staging file, and become a video with its row in one
 * step at the end. Whatever goes wrong before leaves nothing.
 * @throws DomainError prompt.missing, video.no_file, video.one_only, video.too_large, video.quota, video.incomplete,
 *   video.not_a_video, video.no_picture, video.too_long
 */
export async function uploadVideo(deps: Deps, request: UploadRequest): Promise<Video> {
  const { ownerId, contentLength } = request;
  const { videoBytes } = deps.config.limits;
  if (contentLength !== null && contentLength > videoBytes + FORM_OVERHEAD) {
    throw new DomainError('video.too_large', { params: { max_bytes: videoBytes } });
  }
  const reservation = await reserveSpace(deps, ownerId, contentLength);
  try {
    const folder = await deps.storage.stagingFolder();
    try {
      const { promptId, file } = await receiveForm(deps, request.parts, folder, reservation);
      return await publishVideo(deps, {
        ownerId,
        promptId,
        file,
        spend: (tx) => consumeReservation(deps, tx, ownerId, reservation.id, file.size),
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } finally {
    await reservation.release();
  }
}

/** Read the form: one prompt and one file, in either order. */
async function receiveForm(
  deps: Deps,
  parts: AsyncIterable<UploadPart>,
  folder: string,
  reservation: Reservation,
): Promise<{ promptId: number; file: ReceivedFile }> {
  let promptId: number | null = null;
  let file: ReceivedFile | null = null;
  for await (const part of parts) {
    if (part.type === 'field') {
      // Refused as soon as it is known: nobody sends gigabytes for nothing.
      if (part.name === 'prompt') promptId = await requirePrompt(deps, part.value);
    } else {
      if (file) throw new DomainError('video.one_only');
      if (part.name !== 'video')
        throw new DomainError('request.invalid', { fields: { [part.name]: 'Not asked for.' } });
      file = await receiveFile(deps, part, join(folder, 'upload'), reservation);
    }
  }
  if (!file || file.size === 0) throw new DomainError('video.no_file');
  if (promptId === null) throw new DomainError('prompt.missing');
  return { promptId, file };
}

/** @throws DomainError prompt.missing */
export async function requirePrompt(deps: Deps, value: unknown): Promise<number> {
  const parsed = promptIdSchema.safeParse(value);
  if (!parsed.success || !(await promptExists(deps.db, parsed.data))) throw new DomainError('prompt.missing');
  return parsed.data;
}

async function receiveFile(
  deps: Deps,
  part: { fileName: string; bytes: AsyncIterable<Buffer> },
  path: string,
  reservation: Reservation,
): Promise<ReceivedFile> {
  const { videoBytes, quotaBytes } = deps.config.limits;
  const hash = createHash('sha256');
  let size = 0;
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > videoBytes) throw new DomainError('video.too_large', { params: { max_bytes: videoBytes } });
      if (size > reservation.bytes) throw new DomainError('video.quota', { params: { max_bytes: quotaBytes } });
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(
    part.bytes,
    measured,
    createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: WRITE_BUFFER }),
  );
  return { path, fileName: part.fileName, size, sha256: hash.digest('hex') };
}

/**
 * Make a received file a video: first the bytes, durably, then both rows and the job in one transaction. A process
 * that ends in between leaves an object without a row, which the sweep removes.
 * @param upload.spend turns the space promised to the upload into that of the video, in the same transaction
 * @throws DomainError video.not_a_video, video.no_picture, video.too_long, video.quota
 */
export async function publishVideo(
  deps: Deps,
  upload: {
    ownerId: string;
    promptId: number;
    file: ReceivedFile;
    spend: (tx: Db, videoId: string) => Promise<void>;
  },
): Promise<Video> {
  const { ownerId, promptId, file, spend } = upload;
  const { contentType, extension, durationMs } = await inspectUploadedFile(deps, file.path);
  const id = newId();
  const key = `videos/${id}/original`;
  const { size, sha256 } = file;
  const name = plainName(file.fileName) || `video.${extension}`;
  await deps.storage.put(key, file.path);
  try {
    await deps.db.transaction().execute(async (tx) => {
      await spend(tx, id);
      const original = { key, contentType, size, sha256, name };
      await createVideo(deps, tx, { id, ownerId, promptId, permission: DEFAULT_PERMISSION, durationMs, original });
    });
  } catch (error) {
    await discardUnlessPublished(deps, id, key, ownerId);
    throw error;
  }
  return getVideo(deps.db, id, ownerId);
}

/** A connection that broke at the end of a transaction says nothing of whether it stands, so the row is asked. */
async function discardUnlessPublished(deps: Deps, videoId: string, key: string, ownerId: string): Promise<void> {
  try {
    await requireOwnVideo(deps.db, videoId, ownerId);
  } catch (error) {
    // Where not even that can be asked, the sweep will know.
    if (error instanceof DomainError) await deps.storage.delete(key).catch(() => {});
  }
}

/**
 * Prepare a failed video once more.
 * @throws DomainError video.missing, or video.not_ready if it has not failed
 */
export async function retryVideo(deps: Deps, videoId: string, ownerId: string): Promise<Video> {
  const outdated = await deps.db.transaction().execute(async (tx) => {
    await requireOwnVideo(tx, videoId, ownerId);
    const keys = await restartVideo(deps, tx, videoId);
    if (!keys) throw new DomainError('video.not_ready');
    return keys;
  });
  for (const key of outdated) {
    await deps.storage.delete(key).catch((error) => deps.log.warn({ err: error, key }, 'left to the sweep'));
  }
  return getVideo(deps.db, videoId, ownerId);
}
