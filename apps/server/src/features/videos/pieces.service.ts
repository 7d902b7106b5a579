import type { Db, Tx } from '../../platform/db/database.ts';
import type { SplitKind } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import {
  abandon,
  deleteSplits,
  deleteSplitsBefore,
  findSplit,
  insertSplit,
  listPieces,
  type Span,
} from './pieces.queries.ts';
import { findWork, lockVideo } from './video-lifecycle.queries.ts';
import type { ProcessingVideo } from './video-lifecycle.ts';
import { encodePieceJob, encodeSizesPieceJob } from './videos.job-definition.ts';

export { findPieceToEncode, listPieces, type Span, updatePiece, updateSecondsDone } from './pieces.queries.ts';

type PieceDeps = Pick<Deps, 'db' | 'jobs'>;

/** A video to be encoded in chunks, and the settings. */
export interface NewSplit {
  kind: SplitKind;
  /** The settings of all chunks, as JSON. */
  plan: string;
  /** Whether an existing split with this plan can be used. Otherwise it is replaced. */
  isSame(plan: string): boolean;
  /** null: start no new split, but resume an existing one. */
  spans: readonly Span[] | null;
  /** Estimated work per second of video, in seconds. */
  workPerSecond: number;
}

/**
 * Starts encoding a video in chunks, or resumes a split of an interrupted attempt or of early encoding. The caller
 * encodes chunk 0 if it is missing. Jobs for the other chunks are enqueued in the same transaction, with the queue
 * position of the video's owner.
 * @returns the split with its plan; null if the video should be encoded as a whole: no split was requested, it was
 *   abandoned, or the video is in another state
 */
export async function beginSplit(
  { db, jobs }: PieceDeps,
  video: ProcessingVideo,
  { kind, plan, isSame, spans, workPerSecond }: NewSplit,
): Promise<{ id: string; plan: string } | null> {
  const { videoId } = video;
  return db.transaction().execute(async (tx) => {
    const status = kind === 'playback' ? ('processing' as const) : ('ready' as const);
    if (!(await lockVideo(tx, { ...video, status }))) return null;
    let split = await findSplit(tx, videoId, kind);
    if (split?.abandoned_at) return null;
    if (split && !isSame(split.plan)) {
      await tx.deleteFrom('splits').where('id', '=', split.id).execute();
      split = undefined;
    }
    if (!split && !spans) return null;
    const id = split?.id ?? newId();
    if (!split && spans) await insertSplit(tx, { id, of: { videoId }, kind, plan, spans });
    const { owner_id: ownerId, duration_ms: durationMs } = await findWork(tx, videoId);
    const job = kind === 'playback' ? encodePieceJob : encodeSizesPieceJob;
    for (const { number, starts, ends, key } of await listPieces(tx, id)) {
      const payload = { splitId: id, number };
      // The job may be lost, because the queue is not moved with a database.
      if (number === 0 || key !== null || (split && (await jobs.isQueued(tx, job, payload)))) continue;
      const seconds = ((ends ?? (durationMs ?? 0) / 1000) - starts) * workPerSecond;
      await jobs.enqueue(tx, job, payload, { workload: { ownerId, seconds } });
    }
    return { id, plan: split?.plan ?? plan };
  });
}

/** Abandons a split: the video is encoded as a whole. The sweep deletes the stored chunks. */
export const abandonSplit = (db: Db, splitId: string): Promise<void> =>
  db.transaction().execute((tx) => abandon(tx, { id: splitId }));

/** Deletes the split of an encoded video. @returns the storage keys of its chunks, to be deleted after the commit */
export const endSplit = (tx: Tx, videoId: string, kind: SplitKind): Promise<string[]> =>
  deleteSplits(tx, videoId, kind);

/** Longer than all attempts of a job can take, in milliseconds. */
const STAY_MS = 5 * 24 * 3600_000;

/** Deletes chunks of jobs that have failed permanently. Their objects become orphans. */
export const deleteOldSplits = (db: Db, now = Date.now()): Promise<void> =>
  deleteSplitsBefore(db, new Date(now - STAY_MS));

/** Called when a stored chunk is lost: abandons all chunks of the video. */
export async function abandonPiecesOf(tx: Tx, videoId: string): Promise<boolean> {
  await abandon(tx, { videoId });
  return true;
}
