import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_UNFINISHED_UPLOADS, type UnfinishedUpload } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { type Lock, LockTimeoutError } from '../../platform/db/locks.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireDiskSpace } from '../../platform/system/disk-space.ts';
import { requireAnswerable } from '../prompts/prompts.service.ts';
import { removeStoredFiles } from '../videos/videos.service.ts';
import { enqueueEarlyWork } from './early-work.service.ts';
import { partialFiles } from './partial-files.ts';
import { reserveUpload } from './quota.service.ts';
import { parseUploadMetadata } from './upload-metadata.ts';
import { presentUpload } from './uploads.presenter.ts';
import { deleteUnfinished, findUpload, listUnfinished, renewUpload, type UploadRow } from './uploads.queries.ts';

/** How long to wait for a request that uses the upload, in milliseconds; a receiving one stops within a few of them. */
const LOCK_WAIT_MS = 10_000;

/** How often an upload is renewed during a long request; well below its shortest expiry. */
const RENEW_EVERY_MS = 3 * 60_000;

/** The state of an upload. */
export interface UploadState {
  id: string;
  size: number;
  /** Received bytes. */
  offset: number;
  metadata: string;
  expiresAt: Date;
}

/** The client's checksum of the bytes in one request. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

/**
 * Creates an upload. Its space is reserved until it is published, discarded or expires.
 * @throws DomainError video.empty, video.too_large, video.quota, prompt.missing, upload.too_many, request.invalid
 */
export async function createUpload(
  deps: Deps,
  upload: { ownerId: string; answerLinkId?: string | null; size: number; metadata: string },
): Promise<UploadState> {
  const { ownerId, size, metadata } = upload;
  if (size === 0) throw new DomainError('video.empty');
  const { videoBytes } = deps.config.limits;
  if (size > videoBytes) throw new DomainError('video.too_large', { params: { max_bytes: videoBytes } });
  const prompt = parseUploadMetadata(metadata).get('prompt');
  if (prompt !== undefined) await requireAnswerable(deps.db, prompt, ownerId);
  const row = await reserveUpload(deps, { ...upload, id: newId(), resumable: true });
  return toState(row, 0);
}

/**
 * The state of an upload. A request that still receives bytes for it is asked to stop, because clients ask after a lost
 * connection.
 * @throws DomainError upload.missing, upload.busy
 */
export async function readUpload(deps: Deps, id: string, ownerId: string): Promise<UploadState> {
  return withUpload(deps, { id, ownerId }, (row) => readState(deps, row));
}

/**
 * Appends bytes. All bytes that arrive before the client disconnects, another request needs the upload or `stop` is
 * aborted are saved; bytes with a checksum are saved completely or not at all.
 * @param request.length number of bytes, if known
 * @returns the new state, and whether all sent bytes have arrived
 * @throws DomainError upload.missing, upload.busy, upload.offset, upload.checksum, request.too_large, storage.full
 */
export async function appendToUpload(
  deps: Deps,
  request: {
    id: string;
    ownerId: string;
    offset: number;
    bytes: Readable;
    length?: number | undefined;
    checksum?: Checksum | undefined;
    stop?: AbortSignal;
  },
): Promise<UploadState & { isComplete: boolean }> {
  const { id, ownerId, offset, bytes, length, checksum } = request;
  const files = partialFiles(deps);
  const released = new AbortController();
  const stop = AbortSignal.any([released.signal, ...(request.stop ? [request.stop] : [])]);
  return withUpload(deps, { id, ownerId, onReleaseRequested: () => released.abort() }, async (row, lock) => {
    const state = await readState(deps, row);
    if (offset !== state.offset) throw new DomainError('upload.offset');
    await requireDiskSpace(deps.config, length ?? 0);
    const limit = row.size - offset;
    if (length !== undefined && length > limit) throw new DomainError('request.too_large');
    const hash = checksum && createHash(checksum.algorithm);
    const whole = deps.runningHashes.take(row.id, offset);
    const readers = [hash, whole].filter((reader) => !!reader);
    const isComplete = await files.append(row.id, offset, bytes, { limit, readers, stop });
    if (checksum && !(isComplete && hash?.digest().equals(checksum.digest))) {
      // Without the lock, the stored bytes may be from another process, and acknowledged.
      if (!(await lock.isHeld())) throw new DomainError('upload.busy');
      await files.truncate(row.id, offset);
      if (isComplete) throw new DomainError('upload.checksum');
    }
    const expiresAt = await renewUpload(deps.db, row.id);
    if (!expiresAt) throw new DomainError('upload.missing');
    const after = await readState(deps, { ...row, expires_at: expiresAt });
    if (whole?.position === after.offset) deps.runningHashes.keep(row.id, whole);
    await enqueueEarlyWork(deps, row, after.offset);
    return { ...after, isComplete };
  });
}

/** Deletes an unfinished upload with its bytes. @throws DomainError upload.missing, upload.busy */
export async function discardUpload(deps: Deps, id: string, ownerId: string): Promise<void> {
  await withUpload(deps, { id, ownerId }, (row) => deleteUpload(deps, row.id));
}

/** The unfinished uploads of a person, newest first. */
export async function listUnfinishedUploads(deps: Deps, ownerId: string): Promise<UnfinishedUpload[]> {
  const files = partialFiles(deps);
  const rows = await listUnfinished(deps.db, ownerId, MAX_UNFINISHED_UPLOADS);
  return Promise.all(rows.map(async (row) => presentUpload(row, await files.size(row.id))));
}

/**
 * Runs work with a person's own upload, while no other request uses it and it does not expire.
 * @throws DomainError upload.missing, upload.busy
 */
export async function withUpload<T>(
  deps: Deps,
  upload: { id: string; ownerId: string; waitMs?: number; onReleaseRequested?: () => void },
  use: (row: UploadRow, lock: Lock) => Promise<T>,
): Promise<T> {
  const { ownerId, waitMs = LOCK_WAIT_MS, onReleaseRequested } = upload;
  // Checked before the lock, so that nobody can interrupt another person's upload. Then only the row's id is used:
  // locks and files need one spelling, while PostgreSQL finds a row by any spelling of its id.
  const { id } = await requireUpload(deps.db, upload.id, ownerId);
  let lock: Lock;
  try {
    lock = await deps.locks.acquire(`upload:${id}`, { waitMs, ...(onReleaseRequested && { onReleaseRequested }) });
  } catch (cause) {
    throw cause instanceof LockTimeoutError ? new DomainError('upload.busy', { cause }) : cause;
  }
  const renewal = setInterval(() => {
    renewUpload(deps.db, id).catch((error) => deps.log.warn({ err: error }, 'upload not renewed'));
  }, RENEW_EVERY_MS);
  try {
    return await use(await requireUpload(deps.db, id, ownerId), lock);
  } finally {
    clearInterval(renewal);
    await lock.release();
  }
}

/**
 * Deletes the row; the sweep then removes the bytes and the early chunks.
 * @throws DomainError upload.missing, also if it is published
 */
export async function deleteUpload(deps: Deps, id: string): Promise<void> {
  if (!(await deleteUnfinished(deps.db, id))) throw new DomainError('upload.missing');
  await partialFiles(deps).remove(id);
  await removeStoredFiles(deps, id);
}

async function requireUpload(db: Db, id: string, ownerId: string): Promise<UploadRow> {
  const row = await findUpload(db, id, ownerId);
  if (!row) throw new DomainError('upload.missing');
  return row;
}

async function readState(deps: Deps, row: UploadRow): Promise<UploadState> {
  return toState(row, row.video_id === null ? await partialFiles(deps).size(row.id) : row.size);
}

function toState(row: UploadRow, offset: number): UploadState {
  return { id: row.id, size: row.size, offset, metadata: row.metadata, expiresAt: row.expires_at };
}
