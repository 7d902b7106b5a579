import type { Db, Tx } from '../../platform/db/database.ts';
import type { SplitKind } from '../../platform/db/tables.ts';

/** Some seconds of a film. */
export interface Span {
  starts: number;
  /** The first second that belongs to the next piece; null for the last piece. */
  ends: number | null;
}

/** A piece that is stored. */
export interface StoredPiece {
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export function findSplit(db: Db, videoId: string, kind: SplitKind) {
  return db
    .selectFrom('splits')
    .select(['id', 'plan', 'abandoned_at'])
    .where('video_id', '=', videoId)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** What a split belongs to: the upload of a film until it is a video. */
export type SplitOwner = { videoId: string } | { uploadId: string };

export async function insertSplit(
  tx: Tx,
  split: { id: string; of: SplitOwner; kind: SplitKind; plan: string; spans: readonly Span[] },
): Promise<void> {
  const { id, of, kind, plan, spans } = split;
  const owner = 'videoId' in of ? { video_id: of.videoId } : { upload_id: of.uploadId };
  await tx
    .insertInto('splits')
    .values({ id, ...owner, kind, plan })
    .execute();
  await tx
    .insertInto('pieces')
    .values(spans.map((span, number) => ({ split_id: id, number, video_id: owner.video_id ?? null, ...span })))
    .execute();
}

/** The pieces of a split that is neither given up nor deleted, in their order. */
export function listPieces(db: Db, splitId: string) {
  return db
    .selectFrom('pieces')
    .innerJoin('splits', 'splits.id', 'pieces.split_id')
    .select(['number', 'starts', 'ends', 'seconds_done', 'key', 'size', 'sha256'])
    .where('split_id', '=', splitId)
    .where('abandoned_at', 'is', null)
    .orderBy('number')
    .execute();
}

/** A piece that is to be encoded, and the original; undefined if it is encoded, given up or deleted. */
export function findPieceToEncode(db: Db, splitId: string, number: number) {
  return db
    .selectFrom('pieces')
    .innerJoin('splits', 'splits.id', 'pieces.split_id')
    .innerJoin('video_files as original', (join) =>
      join.onRef('original.video_id', '=', 'splits.video_id').on('original.kind', '=', 'original'),
    )
    .select(['pieces.starts', 'pieces.ends', 'splits.plan', 'original.video_id'])
    .select(['original.key as original_key', 'original.size as original_size'])
    .where('split_id', '=', splitId)
    .where('number', '=', number)
    .where('pieces.key', 'is', null)
    .where('abandoned_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false, and nothing is written, if the piece is encoded already, given up or deleted */
export async function updatePiece(db: Db, splitId: string, number: number, piece: StoredPiece): Promise<boolean> {
  const updated = await db
    .updateTable('pieces')
    .set(piece)
    .where('split_id', '=', splitId)
    .where('number', '=', number)
    .where('key', 'is', null)
    .where((eb) =>
      eb.exists(eb.selectFrom('splits').select('id').where('id', '=', splitId).where('abandoned_at', 'is', null)),
    )
    .returning('number')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function updateSecondsDone(db: Db, splitId: string, number: number, seconds: number): Promise<void> {
  await db
    .updateTable('pieces')
    .set({ seconds_done: seconds })
    .where('split_id', '=', splitId)
    .where('number', '=', number)
    .execute();
}

/** Gives up the pieces of a split. Their objects are left to the sweep. */
export async function abandon(tx: Tx, splits: { id: string } | { videoId: string }): Promise<void> {
  const found = await tx
    .updateTable('splits')
    .set({ abandoned_at: new Date() })
    .where((eb) => ('id' in splits ? eb('id', '=', splits.id) : eb('video_id', '=', splits.videoId)))
    .returning('id')
    .execute();
  for (const { id } of found) await tx.deleteFrom('pieces').where('split_id', '=', id).execute();
}

/** Deletes what is left of the pieces of a video. @returns the storage keys, which nothing names any more */
export async function deleteSplits(tx: Tx, videoId: string, kind?: SplitKind): Promise<string[]> {
  const splits = tx.selectFrom('splits').select('id').where('video_id', '=', videoId);
  const chosen = kind ? splits.where('kind', '=', kind) : splits;
  const pieces = await tx.deleteFrom('pieces').where('split_id', 'in', chosen).returning('key').execute();
  await tx.deleteFrom('splits').where('id', 'in', chosen).execute();
  return pieces.flatMap(({ key }) => (key === null ? [] : [key]));
}

export async function deleteSplitsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('splits').where('created_at', '<', before).execute();
}
