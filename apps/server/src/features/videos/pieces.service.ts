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

/** What is to be encoded in pieces, and how. */
export interface NewSplit {
  kind: SplitKind;
  /** How each piece is encoded, as JSON. */
  plan: string;
  /** Whether a split with this plan, which was begun, is as good. If not, it is begun again. */
  isSame(plan: string): boolean;
  /** Null: not worth it. A split that was begun goes on with its own. */
  spans: readonly Span[] | null;
  /** Estimated seconds of work on a second of film. */
  workPerSecond: number;
}

/**
 * Begins to encode a film in pieces, or goes on with what was begun: by an interrupted attempt, or while the film was sent. Whoever
 * calls this encodes the first piece, if it is not there yet. All others are jobs, in the turn of the film's owner, enqueued by the
 * transaction that makes their rows.
 * @returns the split, with the plan of its pieces; null if the film is to be encoded as a whole: it is not worth it, its pieces were
 *   given up, or the video is in another state by now
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
      // The queue may have lost it: it is not part of a database that was moved.
      if (number === 0 || key !== null || (split && (await jobs.isQueued(tx, job, payload)))) continue;
      const seconds = ((ends ?? (durationMs ?? 0) / 1000) - starts) * workPerSecond;
      await jobs.enqueue(tx, job, payload, { turn: { ownerId, seconds } });
    }
    return { id, plan: split?.plan ?? plan };
  });
}

/** The pieces cannot be used: the film is encoded as a whole. What is stored of them is left to the sweep. */
export const abandonSplit = (db: Db, splitId: string): Promise<void> =>
  db.transaction().execute((tx) => abandon(tx, { id: splitId }));

/** The film is done. @returns the storage keys of its pieces, to be deleted after the commit */
export const endSplit = (tx: Tx, videoId: string, kind: SplitKind): Promise<string[]> =>
  deleteSplits(tx, videoId, kind);

/** Longer than all attempts of a job may take, in milliseconds. */
const STAY_MS = 5 * 24 * 3600_000;

/** Deletes pieces of jobs that have failed permanently. Their objects are then orphans. */
export const deleteOldSplits = (db: Db, now = Date.now()): Promise<void> =>
  deleteSplitsBefore(db, new Date(now - STAY_MS));

/** A stored piece is lost. @returns false if the video has no pieces any more */
export async function abandonPiecesOf(tx: Tx, videoId: string): Promise<boolean> {
  await abandon(tx, { videoId });
  return true;
}
