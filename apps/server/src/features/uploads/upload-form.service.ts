import type { Readable } from 'node:stream';
import type { Video } from '@kinreel/contracts';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireAnswerable } from '../prompts/prompts.service.ts';
import { partialFiles } from './partial-files.ts';
import { publishUpload } from './publish-upload.service.ts';
import { quotaOf, reserveUpload } from './quota.service.ts';
import { formatUploadMetadata, plainName } from './upload-metadata.ts';
import { completeUpload, deleteUnfinished, type UploadRow } from './uploads.queries.ts';
import { appendToUpload } from './uploads.service.ts';

/** Maximum size of a form without its file, in bytes. */
const FORM_OVERHEAD = 64 * 1024;

/** A part of the form, in order of arrival. The bytes of a file must be read before the next part. */
export type FormPart =
  | { type: 'field'; name: string; value: string }
  | { type: 'file'; name: string; fileName: string; bytes: Readable };

export interface UploadForm {
  ownerId: string;
  /** Size of the form in bytes; null if unknown. */
  contentLength: number | null;
  /** Throws video.incomplete if the client disconnects. */
  parts: AsyncIterable<FormPart>;
}

/**
 * Uploads and publishes a video in one request (API-09): a normal upload, which is deleted unless the request succeeds.
 * @throws DomainError prompt.missing, video.no_file, video.empty, video.one_only, video.too_large, video.quota,
 *   video.incomplete, video.not_a_video, video.no_picture, video.too_long
 */
export async function uploadForm(deps: Deps, { ownerId, contentLength, parts }: UploadForm): Promise<Video> {
  const { videoBytes } = deps.config.limits;
  if (contentLength !== null && contentLength > videoBytes + FORM_OVERHEAD) {
    throw new DomainError('video.too_large', { params: { max_bytes: videoBytes } });
  }
  const size = contentLength === null ? null : Math.min(contentLength, videoBytes);
  const upload = await reserveUpload(deps, { id: newId(), ownerId, size, metadata: '', resumable: false });
  try {
    const promptId = await receiveForm(deps, parts, upload);
    const { video } = await publishUpload(deps, { id: upload.id, ownerId, promptId });
    return video;
  } catch (error) {
    // The upload has expired because this process was suspended for a long time.
    if (error instanceof DomainError && error.code === 'upload.missing') {
      throw new DomainError('video.incomplete', { cause: error });
    }
    throw error;
  } finally {
    await removeUnpublished(deps, upload.id);
  }
}

/** Reads the form: one prompt and one file, in either order. @returns the prompt's id */
async function receiveForm(deps: Deps, parts: AsyncIterable<FormPart>, upload: UploadRow): Promise<number> {
  let promptId: number | null = null;
  let hasFile = false;
  for await (const part of parts) {
    if (part.type === 'field') {
      // Rejected as early as possible, before gigabytes are sent.
      if (part.name === 'prompt') promptId = (await requireAnswerable(deps.db, part.value, upload.owner_id)).id;
    } else {
      if (hasFile) throw new DomainError('video.one_only');
      if (part.name !== 'video') {
        throw new DomainError('request.invalid', { fields: { [part.name]: invalidInput.unknownField } });
      }
      await receiveFile(deps, part, upload);
      hasFile = true;
    }
  }
  if (!hasFile) throw new DomainError('video.no_file');
  if (promptId === null) throw new DomainError('prompt.missing');
  return promptId;
}

async function receiveFile(
  deps: Deps,
  { fileName, bytes }: { fileName: string; bytes: Readable },
  upload: UploadRow,
): Promise<void> {
  const { id, owner_id: ownerId } = upload;
  const tooLarge = sizeError(deps, upload.size, await quotaOf(deps, ownerId));
  const { offset, isComplete } = await appendToUpload(deps, { id, ownerId, offset: 0, bytes }).catch((error) => {
    throw error instanceof DomainError && error.code === 'request.too_large' ? tooLarge : error;
  });
  if (!isComplete) throw new DomainError('video.incomplete');
  if (offset === 0) throw new DomainError('video.empty');
  await completeUpload(deps.db, id, {
    size: offset,
    metadata: formatUploadMetadata({ filename: plainName(fileName) }),
  });
}

/** The error if the file is larger than the largest video, or than the owner's free quota. */
function sizeError({ config: { limits } }: Deps, reserved: number, quota: number): DomainError {
  return reserved < limits.videoBytes
    ? new DomainError('video.quota', { params: { max_bytes: quota } })
    : new DomainError('video.too_large', { params: { max_bytes: limits.videoBytes } });
}

/** Forms cannot be resumed. If deleting fails, the upload soon expires. */
async function removeUnpublished(deps: Deps, id: string): Promise<void> {
  try {
    if (await deleteUnfinished(deps.db, id)) await partialFiles(deps).remove(id);
  } catch (error) {
    deps.log.warn({ err: error }, 'unfinished upload not deleted, cleanup will retry');
  }
}
