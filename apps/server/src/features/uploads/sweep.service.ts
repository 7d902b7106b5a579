import type { Deps } from '../../platform/deps.ts';
import { makeRenditionsJob } from '../media/make-renditions.job-definition.ts';
import { notify } from '../notifications/notifications.service.ts';
import { partialFiles } from './partial-files.ts';
import { deleteExpiredUploads, findUnfinished } from './resumable.queries.ts';
import {
  deleteExpiredReservations,
  deleteRenditions,
  findKnownKeys,
  listFiles,
  markLost,
  type NamedFile,
} from './uploads.queries.ts';

const HOUR_MS = 3600_000;

/** What the owner reads of a video whose file was lost. */
const LOST_REASON = 'A file of this video is missing, so it cannot be played. Please upload the video again.';

/** Keys, or videos, that are compared at once. */
const BATCH = 500;

/**
 * Above so many lost files, and more than half of all, it is the storage itself that is away (a disk not mounted, say)
 * and no video is to blame.
 */
const MANY_LOST = 20;

export interface SweepOptions {
  /** Milliseconds that a staging folder may lie still. */
  stagingAgeMs?: number;
  /** Milliseconds from which on a stored object must have a row; before, its upload may still be writing it. */
  orphanAgeMs?: number;
  signal?: AbortSignal;
}

/** What a sweep found and set right. */
export interface SweepReport {
  stagingFolders: number;
  reservations: number;
  /** Resumable uploads given up because no byte came for too long. */
  uploads: number;
  /** Partial files that no upload needs any more, removed. */
  partialFiles: number;
  /** Objects without a row, removed. */
  orphans: number;
  /** Rows whose object is gone; their videos are marked failed, or lose their sizes until those are made anew. */
  lostFiles: number;
}

/**
 * Bring database and storage together after anything that was killed in between: afterwards no file is without its
 * row, and no video is shown as ready whose file is gone. Safe to run at any time, and several at once.
 */
export async function sweep(deps: Deps, options: SweepOptions = {}): Promise<SweepReport> {
  const { stagingAgeMs = 24 * HOUR_MS, orphanAgeMs = HOUR_MS, signal } = options;
  const report: SweepReport = {
    stagingFolders: await deps.storage.removeStaleStaging(new Date(Date.now() - stagingAgeMs)),
    reservations: await deleteExpiredReservations(deps.db),
    uploads: await deleteExpiredUploads(deps.db),
    partialFiles: await removeLeftPartialFiles(deps),
    orphans: 0,
    lostFiles: await markLostFiles(deps, signal),
  };
  for (const prefix of ['videos/', 'photos/']) {
    report.orphans += await removeOrphans(deps, prefix, new Date(Date.now() - orphanAgeMs), signal);
  }
  if (Object.values(report).some((count) => count > 0)) deps.log.info(report, 'swept');
  return report;
}

/** A row is there before its file and goes before it, so at no age a file without one is needed. */
async function removeLeftPartialFiles(deps: Deps): Promise<number> {
  const files = partialFiles(deps.config);
  const ids = await files.list();
  const needed = await findUnfinished(deps.db, ids);
  const left = ids.filter((id) => !needed.has(id));
  for (const id of left) await files.remove(id);
  return left.length;
}

async function removeOrphans(deps: Deps, prefix: string, before: Date, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  async function removeUnknown(): Promise<void> {
    const known = await findKnownKeys(deps.db, batch);
    for (const key of batch) {
      if (known.has(key)) continue;
      await deps.storage.delete(key);
      removed += 1;
    }
    batch = [];
  }
  for await (const { key, modifiedAt } of deps.storage.list(prefix)) {
    signal?.throwIfAborted();
    if (modifiedAt >= before) continue;
    batch.push(key);
    if (batch.length >= BATCH) await removeUnknown();
  }
  await removeUnknown();
  return removed;
}

/**
 * Mark the videos whose file is gone; sizes and preview pictures are made anew instead. Their rows stay: a file that
 * comes back, from a backup say, is known again, and its owner can have it prepared anew. Rows and the storage's list
 * are walked side by side, so the storage is asked for pages and not for each file.
 * @throws StorageUnavailableError from a storage that is away, and nothing is marked
 */
async function markLostFiles(deps: Deps, signal?: AbortSignal): Promise<number> {
  const missing: NamedFile[] = [];
  let checked = 0;
  const stored = storedByVideo(deps)[Symbol.asyncIterator]();
  let next = await stored.next();
  for (let rows = await listFiles(deps.db, null, BATCH); rows.length > 0; ) {
    signal?.throwIfAborted();
    for (const row of rows) {
      while (!next.done && next.value.videoId < row.video_id) next = await stored.next();
      if (next.done || next.value.videoId !== row.video_id || !next.value.keys.has(row.key)) missing.push(row);
    }
    checked += rows.length;
    rows = await listFiles(deps.db, rows.at(-1)?.video_id ?? null, BATCH);
  }
  if (missing.length > MANY_LOST && missing.length > checked / 2) {
    deps.log.error({ lost: missing.length, checked }, 'most stored files are missing: is the storage there?');
    return 0;
  }
  // A file may have been stored since its page of the list was read.
  const lost: NamedFile[] = [];
  for (const row of missing) if (!(await deps.storage.stat(row.key))) lost.push(row);
  let marked = 0;
  for (const { video_id: videoId, kind, key } of lost) {
    const known = await deps.db.transaction().execute(async (tx) => {
      if (kind === 'rendition') {
        // The other sizes are orphans from now on, and the next sweep's.
        if ((await deleteRenditions(tx, videoId)).length === 0) return false;
        await deps.jobs.enqueue(tx, makeRenditionsJob, { videoId });
        return true;
      }
      const ownerId = await markLost(tx, videoId, key, LOST_REASON);
      if (ownerId) await notify(tx, { kind: 'video-failed', userId: ownerId, videoId });
      return ownerId !== null;
    });
    if (!known) continue;
    marked += 1;
    deps.log.error({ videoId, kind }, 'a stored file is missing');
  }
  return marked;
}

/** What the storage holds of each video, in the order of their ids, which is that of their keys. */
async function* storedByVideo(deps: Deps): AsyncGenerator<{ videoId: string; keys: Set<string> }> {
  let videoId = '';
  let keys = new Set<string>();
  for await (const { key } of deps.storage.list('videos/')) {
    const [, id = ''] = key.split('/');
    if (id !== videoId) {
      if (keys.size > 0) yield { videoId, keys };
      [videoId, keys] = [id, new Set()];
    }
    keys.add(key);
  }
  if (keys.size > 0) yield { videoId, keys };
}
