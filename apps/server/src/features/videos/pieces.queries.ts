import type { Db, Tx } from '../../platform/db/database.ts';
import type { SplitKind } from '../../platform/db/tables.ts';

/** The time range of a chunk in seconds. */
export interface Span {
  starts: number;
  /** Start of the next chunk; null for the last one. */
  ends: number | null;
}

/** A stored chunk. */
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

/** What a split belongs to: an upload until it is published, then a video. */
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

/** The chunks of a split in order, unless it was abandoned or deleted. */
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

/** A chunk that must be encoded, and the original; undefined if it was encoded, abandoned or deleted. */
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

/** @returns false, without a change, if the chunk was encoded, abandoned or deleted */
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

/** Abandons splits. The sweep deletes the objects of their chunks. */
export async function abandon(tx: Tx, splits: { id: string } | { videoId: string }): Promise<void> {
  const found = await tx
    .updateTable('splits')
    .set({ abandoned_at: new Date() })
    .where((eb) => ('id' in splits ? eb('id', '=', splits.id) : eb('video_id', '=', splits.videoId)))
    .returning('id')
    .execute();
  for (const { id } of found) await tx.deleteFrom('pieces').where('split_id', '=', id).execute();
}

/** Deletes the chunks of a video. @returns their storage keys */
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
