import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { id as idSchema, MAX_UNFINISHED_UPLOADS, type UnfinishedUpload, type Video } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Lock, LockTimeoutError } from '../../platform/locks.ts';
import { getVideo } from '../videos/videos.service.ts';
import { partialFiles } from './partial-files.ts';
import { consumeUpload, reserveUpload } from './quota.service.ts';
import { presentUpload } from './resumable.presenter.ts';
import { deleteUnfinished, findUpload, listUnfinished, renewUpload, type UploadRow } from './resumable.queries.ts';
import { parseUploadMetadata } from './upload-metadata.ts';
import { publishVideo, requirePrompt } from './uploads.service.ts';

/** Milliseconds to wait for a request that holds the upload; one that receives bytes lets go within some of them. */
const LOCK_WAIT_MS = 10_000;

/** The same behind a call that makes a video of it: reading four GiB from a slow disk takes its time. */
const PUBLISH_WAIT_MS = 120_000;

/** A request that takes hours keeps its upload alive this often. */
const RENEW_EVERY_MS = 60 * 60_000;

/** An upload as it stands. */
export interface UploadState {
  id: string;
  size: number;
  /** Bytes that have arrived. */
  offset: number;
  metadata: string;
  expiresAt: Date;
}

/** The sum that a sender names for a part of the file. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

/**
 * Begin a resumable upload: its space is promised from now on until it is published or given up.
 * @throws DomainError video.no_file, video.too_large, video.quota, prompt.missing, upload.too_many, request.invalid
 */
export async function createUpload(
  deps: Deps,
  upload: { ownerId: string; size: number; metadata: string },
): Promise<UploadState> {
  const { ownerId, size, metadata } = upload;
  if (size === 0) throw new DomainError('video.no_file');
  const { videoBytes } = deps.config.limits;
  if (size > videoBytes) throw new DomainError('video.too_large', { params: { max_bytes: videoBytes } });
  const prompt = parseUploadMetadata(metadata).get('prompt');
  if (prompt !== undefined) await requirePrompt(deps, prompt);
  const row = await reserveUpload(deps, { id: newId(), ownerId, size, metadata });
  return stateOf(row, 0);
}

/**
 * How far an upload has come. A request that still receives bytes for it is asked to let go, since its sender asks
 * because the line broke.
 * @throws DomainError upload.missing, upload.busy
 */
export async function readUpload(deps: Deps, id: string, ownerId: string): Promise<UploadState> {
  return withUpload(deps, { id, ownerId }, (row) => stateOfStored(deps, row));
}

/**
 * Write bytes behind those that have arrived. Whatever arrives before the sender goes away, another request asks for
 * the upload or `stop` is aborted is kept; only a part with a checksum counts whole or not at all.
 * @param part.length bytes to come, null if the sender does not say
 * @throws DomainError upload.missing, upload.busy, upload.offset, upload.checksum, request.too_large
 */
export async function appendToUpload(
  deps: Deps,
  part: {
    id: string;
    ownerId: string;
    offset: number;
    length: number | null;
    checksum: Checksum | null;
    bytes: Readable;
    stop: AbortSignal;
  },
): Promise<UploadState & { whole: boolean }> {
  const { id, offset, checksum } = part;
  const files = partialFiles(deps.config);
  const asked = new AbortController();
  return withUpload(deps, { id, ownerId: part.ownerId, onReleaseRequested: () => asked.abort() }, async (row) => {
    const state = await stateOfStored(deps, row);
    if (offset !== state.offset) throw new DomainError('upload.offset');
    const limit = row.size - offset;
    if (part.length !== null && part.length > limit) throw new DomainError('request.too_large');
    const hash: Hash | null = checksum ? createHash(checksum.algorithm) : null;
    const renewal = setInterval(() => {
      renewUpload(deps.db, id).catch((error) => deps.log.warn({ err: error }, 'an upload was not renewed'));
    }, RENEW_EVERY_MS);
    const stop = AbortSignal.any([part.stop, asked.signal]);
    let whole: boolean;
    try {
      whole = await files.append(id, offset, part.bytes, { limit, hash, stop });
      if (hash && checksum && !(whole && hash.digest().equals(checksum.digest))) {
        await files.truncate(id, offset);
        if (whole) throw new DomainError('upload.checksum');
      }
    } finally {
      clearInterval(renewal);
    }
    const expiresAt = await renewUpload(deps.db, id);
    if (!expiresAt) throw new DomainError('upload.missing');
    return { ...(await stateOfStored(deps, { ...row, expires_at: expiresAt })), whole };
  });
}

/** Give an upload up, with its bytes and its space. @throws DomainError upload.missing, upload.busy */
export async function discardUpload(deps: Deps, id: string, ownerId: string): Promise<void> {
  await withUpload(deps, { id, ownerId }, async (row) => {
    if (row.video_id !== null) throw new DomainError('upload.missing');
    await forget(deps, id);
  });
}

/** The unfinished uploads of a person, the newest first. */
export async function readUnfinishedUploads(deps: Deps, ownerId: string): Promise<UnfinishedUpload[]> {
  const files = partialFiles(deps.config);
  const rows = await listUnfinished(deps.db, ownerId, MAX_UNFINISHED_UPLOADS);
  return Promise.all(rows.map(async (row) => presentUpload(row, await files.size(row.id))));
}

/**
 * Make an upload that has arrived whole a video. Called again, it answers the same video.
 * @param request.sha256 what the sender has, in hex
 * @throws DomainError upload.missing, upload.busy, upload.unfinished, prompt.missing, video.checksum,
 *   video.not_a_video, video.no_picture, video.too_long, video.quota. After video.checksum and after a file that can
 *   never become a video the upload is gone.
 */
export async function publishUpload(
  deps: Deps,
  request: { id: string; ownerId: string; promptId: number; sha256: string | undefined },
): Promise<{ video: Video; isNew: boolean }> {
  const { id, ownerId, promptId } = request;
  const files = partialFiles(deps.config);
  return withUpload(deps, { id, ownerId, waitMs: PUBLISH_WAIT_MS }, async (row) => {
    if (row.video_id !== null) return { video: await getVideo(deps.db, row.video_id, ownerId), isNew: false };
    const { size } = row;
    if ((await files.size(id)) < size) throw new DomainError('upload.unfinished');
    await requirePrompt(deps, promptId);
    const sha256 = await files.sha256(id);
    if (request.sha256 !== undefined && request.sha256.toLowerCase() !== sha256) {
      await forget(deps, id);
      throw new DomainError('video.checksum');
    }
    const folder = await deps.storage.stagingFolder();
    try {
      const fileName = parseUploadMetadata(row.metadata).get('filename') ?? '';
      // A link: should this process end before the video has its row, the upload is still whole.
      const file = { path: await files.linkInto(id, folder), fileName, size, sha256 };
      const video = await publishVideo(deps, {
        ownerId,
        promptId,
        file,
        spend: (tx, videoId) => consumeUpload(deps, tx, row, videoId),
      });
      await files.remove(id).catch((error) => deps.log.warn({ err: error }, 'left to the sweep'));
      return { video, isNew: true };
    } catch (error) {
      if (error instanceof DomainError && PERMANENT_ERRORS.has(error.code)) await forget(deps, id);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** ErrorResponses of the file itself: nothing would change with another attempt. */
const PERMANENT_ERRORS: ReadonlySet<string> = new Set(['video.not_a_video', 'video.no_picture', 'video.too_long']);

/**
 * Do something with a person's own upload while nobody else does.
 * @throws DomainError upload.missing, upload.busy
 */
async function withUpload<T>(
  deps: Deps,
  upload: { id: string; ownerId: string; waitMs?: number; onReleaseRequested?: () => void },
  use: (row: UploadRow) => Promise<T>,
): Promise<T> {
  const { id, ownerId, onReleaseRequested } = upload;
  // Asked before the lock too: nobody disturbs another's upload.
  await requireUpload(deps, id, ownerId);
  let lock: Lock;
  try {
    lock = await deps.locks.acquire(`upload:${id}`, { waitMs: upload.waitMs ?? LOCK_WAIT_MS, onReleaseRequested });
  } catch (cause) {
    throw cause instanceof LockTimeoutError ? new DomainError('upload.busy', { cause }) : cause;
  }
  try {
    return await use(await requireUpload(deps, id, ownerId));
  } finally {
    await lock.release();
  }
}

async function requireUpload(deps: Deps, id: string, ownerId: string): Promise<UploadRow> {
  const row = idSchema.safeParse(id).success ? await findUpload(deps.db, id, ownerId) : null;
  if (!row) throw new DomainError('upload.missing');
  return row;
}

/** The row first: bytes without one are swept. */
async function forget(deps: Deps, id: string): Promise<void> {
  if (!(await deleteUnfinished(deps.db, id))) throw new DomainError('upload.missing');
  await partialFiles(deps.config).remove(id);
}

async function stateOfStored(deps: Deps, row: UploadRow): Promise<UploadState> {
  return stateOf(row, row.video_id === null ? await partialFiles(deps.config).size(row.id) : row.size);
}

function stateOf(row: UploadRow, offset: number): UploadState {
  return { id: row.id, size: row.size, offset, metadata: row.metadata, expiresAt: row.expires_at };
}
