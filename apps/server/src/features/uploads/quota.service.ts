import { MAX_UNFINISHED_UPLOADS } from '@kinreel/contracts';
import type { ServerConfig } from '../../platform/config/config.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { requireDiskSpace } from '../../platform/system/disk-space.ts';
import { localPartialFiles } from './partial-files.ts';
import { findOwnQuota, listReservations, lockDisk, lockSpace, sumUsedSpace } from './quota.queries.ts';
import { claimUpload, countUnfinished, insertUpload, type NewUpload, type UploadRow } from './uploads.queries.ts';

/**
 * Starts an upload and reserves its space, so that concurrent uploads together exceed neither the quota nor the disk.
 * @param upload.size null if unknown: then the free space is reserved, up to the largest video
 * @throws DomainError video.quota, upload.too_many, storage.full
 */
export async function reserveUpload(
  deps: Deps,
  upload: Omit<NewUpload, 'size'> & { size: number | null },
): Promise<UploadRow> {
  return deps.db.transaction().execute(async (tx) => {
    const { free, quota } = await readSpace(deps, tx, upload.ownerId);
    const size = upload.size ?? Math.min(deps.config.limits.videoBytes, free);
    if (size <= 0 || size > free) throw quotaError(quota);
    if (upload.resumable && (await countUnfinished(tx, upload.ownerId)) >= MAX_UNFINISHED_UPLOADS) {
      throw new DomainError('upload.too_many', { params: { max_uploads: MAX_UNFINISHED_UPLOADS } });
    }
    await lockDisk(tx);
    await requireDiskSpace(deps.config, size + (await sumExpectedBytes({ ...deps, db: tx })));
    return insertUpload(tx, { ...upload, size });
  });
}

/**
 * Uses the reserved space of an upload for its video, in the transaction that creates the video.
 * @throws DomainError video.quota, or upload.missing if it was published or deleted meanwhile
 */
export async function consumeUpload(
  deps: Deps,
  tx: Tx,
  upload: Pick<UploadRow, 'id' | 'owner_id' | 'size'>,
  videoId: string,
): Promise<void> {
  if (!(await claimUpload(tx, upload.id, videoId))) throw new DomainError('upload.missing');
  // The reservation may have expired, or the quota may have been lowered.
  const { free, quota } = await readSpace(deps, tx, upload.owner_id);
  if (upload.size > free) throw quotaError(quota);
}

/**
 * Reserved bytes of unfinished uploads that have not arrived yet, on the disk of the data folder. 0 if uploads are
 * stored in the storage: the disk then only has copies while videos are prepared.
 */
export async function sumExpectedBytes(deps: { config: ServerConfig; db: Db }): Promise<number> {
  if (deps.config.uploadParts === 'storage') return 0;
  const files = localPartialFiles(deps.config);
  const reservations = await listReservations(deps.db);
  const rest = await Promise.all(reservations.map(async ({ id, size }) => Math.max(0, size - (await files.size(id)))));
  return rest.reduce((sum, bytes) => sum + bytes, 0);
}

/** A person's quota in bytes: their own, or the default of the installation. */
export async function quotaOf({ config, db }: Pick<Deps, 'config' | 'db'>, ownerId: string): Promise<number> {
  return (await findOwnQuota(db, ownerId)) ?? config.limits.quotaBytes;
}

function quotaError(quota: number): DomainError<'video.quota'> {
  return new DomainError('video.quota', { params: { max_bytes: quota } });
}

/** A person's quota and free bytes. No other transaction changes them before the end of `tx`. */
async function readSpace(deps: Deps, tx: Tx, ownerId: string): Promise<{ quota: number; free: number }> {
  const quota = (await lockSpace(tx, ownerId)) ?? deps.config.limits.quotaBytes;
  return { quota, free: quota - (await sumUsedSpace(tx, ownerId)) };
}
