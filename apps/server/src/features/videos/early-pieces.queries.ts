import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { insertSplit, type Span } from './pieces.queries.ts';

/** The split of an unfinished upload; undefined if there is none, or the upload was published. */
export function findEarlySplit(db: Db, uploadId: string) {
  return db
    .selectFrom('splits')
    .select(['id', 'plan', 'abandoned_at'])
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
}

/** The first chunk that is not encoded, except the last one, which needs the last byte. */
export function findEarlyPiece(db: Db, splitId: string) {
  return db
    .selectFrom('pieces')
    .innerJoin('splits', 'splits.id', 'pieces.split_id')
    .select(['number', 'starts', 'ends'])
    .where('split_id', '=', splitId)
    .where('upload_id', 'is not', null)
    .where('abandoned_at', 'is', null)
    .where('pieces.key', 'is', null)
    .where('ends', 'is not', null)
    .orderBy('number')
    .limit(1)
    .$narrowType<{ ends: number }>()
    .executeTakeFirst();
}

/**
 * Inserts the chunks of an unfinished upload; without chunks, a split that is marked as abandoned.
 * @returns false if the upload was deleted or published
 */
export async function insertEarlySplit(
  tx: Tx,
  uploadId: string,
  split: { id: string; plan: string; spans: readonly Span[] } | { id: string },
): Promise<boolean> {
  const upload = await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('video_id', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!upload) return false;
  if ('plan' in split) await insertSplit(tx, { ...split, of: { uploadId }, kind: 'playback' });
  else {
    const givenUp = {
      id: split.id,
      upload_id: uploadId,
      kind: 'playback' as const,
      plan: '',
      abandoned_at: new Date(),
    };
    await tx.insertInto('splits').values(givenUp).execute();
  }
  return true;
}

/** Assigns the chunks of a published upload to its video. An abandoned split is deleted. */
export async function moveEarlySplit(tx: Tx, uploadId: string, videoId: string): Promise<void> {
  await tx.deleteFrom('splits').where('upload_id', '=', uploadId).where('abandoned_at', 'is not', null).execute();
  const split = await tx
    .updateTable('splits')
    .set({ video_id: videoId, upload_id: null, created_at: sql<Date>`now()` })
    .where('upload_id', '=', uploadId)
    .returning('id')
    .executeTakeFirst();
  if (split) await tx.updateTable('pieces').set({ video_id: videoId }).where('split_id', '=', split.id).execute();
}
