import { MAX_UNFINISHED_UPLOADS } from '@kinreel/contracts';
import type { Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { lockSpace, sumUsedSpace } from './quota.queries.ts';
import { claimUpload, countUnfinished, insertUpload, type NewUpload, type UploadRow } from './uploads.queries.ts';

/**
 * Begins an upload and reserves its space, so that concurrent uploads cannot exceed the quota together.
 * @param upload.size null if unknown: then all free space is reserved, up to the largest video
 * @throws DomainError video.quota, upload.too_many
 */
export async function reserveUpload(
  deps: Deps,
  upload: Omit<NewUpload, 'size'> & { size: number | null },
): Promise<UploadRow> {
  return deps.db.transaction().execute(async (tx) => {
    const free = await freeSpace(deps, tx, upload.ownerId);
    const size = upload.size ?? Math.min(deps.config.limits.videoBytes, free);
    if (size <= 0 || size > free) throw quotaError(deps);
    if (upload.resumable && (await countUnfinished(tx, upload.ownerId)) >= MAX_UNFINISHED_UPLOADS) {
      throw new DomainError('upload.too_many', { params: { max_uploads: MAX_UNFINISHED_UPLOADS } });
    }
    return insertUpload(tx, { ...upload, size });
  });
}

/**
 * Uses the space of an upload for its video, in the transaction that creates the video.
 * @throws DomainError video.quota, or upload.missing if it was published or deleted meanwhile
 */
export async function consumeUpload(
  deps: Deps,
  tx: Tx,
  upload: Pick<UploadRow, 'id' | 'owner_id' | 'size'>,
  videoId: string,
): Promise<void> {
  if (!(await claimUpload(tx, upload.id, videoId))) throw new DomainError('upload.missing');
  // The reservation may have expired, or the operator may have lowered the quota.
  if (upload.size > (await freeSpace(deps, tx, upload.owner_id))) throw quotaError(deps);
}

function quotaError(deps: Deps): DomainError<'video.quota'> {
  return new DomainError('video.quota', { params: { max_bytes: deps.config.limits.quotaBytes } });
}

/** Bytes that a person may still use. No other transaction changes this before the end of `tx`. */
async function freeSpace(deps: Deps, tx: Tx, ownerId: string): Promise<number> {
  await lockSpace(tx, ownerId);
  return deps.config.limits.quotaBytes - (await sumUsedSpace(tx, ownerId));
}
