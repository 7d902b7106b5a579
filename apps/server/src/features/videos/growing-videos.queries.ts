import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** A stored fragment of a video that is being prepared. */
export interface NewFragment {
  /** 0 is the header (init segment). */
  number: number;
  /** 0 for the header. */
  seconds: number;
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** @returns false, without a change, if the growing video was replaced */
export async function insertFragment(
  tx: Tx,
  videoId: string,
  growingId: string,
  fragment: NewFragment,
): Promise<boolean> {
  if (fragment.number === 0) {
    await tx.insertInto('growing_videos').values({ id: growingId, video_id: videoId }).execute();
  }
  const grown = await tx
    .updateTable('growing_videos')
    .set((eb) => ({ seconds: eb('seconds', '+', fragment.seconds) }))
    .where('id', '=', growingId)
    .returning('id')
    .executeTakeFirst();
  if (!grown) return false;
  await tx
    .insertInto('fragments')
    .values({ growing_id: growingId, video_id: videoId, ...fragment })
    .execute();
  return true;
}

/**
 * The longest growing video of a video, which is the one that is shown: that of an interrupted attempt may be longer at
 * first.
 */
export function selectShownGrowing(db: Db, videoId: RawBuilder<string>) {
  return db
    .selectFrom('growing_videos')
    .select(['id', 'seconds'])
    .where('video_id', '=', videoId)
    .where('seconds', '>', 0)
    .orderBy('seconds', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
}

/** Id of the shown growing video; null if there is none. */
export async function findShownGrowing(db: Db, videoId: string): Promise<string | null> {
  const row = await selectShownGrowing(db, sql`${videoId}::uuid`).executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes growing videos of a video that are not longer than this one. The sweep deletes their objects. */
export async function deleteOvertaken(tx: Tx, videoId: string, growingId: string): Promise<void> {
  await tx
    .deleteFrom('growing_videos')
    .where('video_id', '=', videoId)
    .where('id', '<>', growingId)
    .where('seconds', '<=', (eb) => eb.selectFrom('growing_videos').select('seconds').where('id', '=', growingId))
    .execute();
}

/** Marks a growing video as complete, and deletes others of the video. The sweep deletes their objects. */
export async function endGrowing(tx: Tx, videoId: string, growingId: string | null): Promise<void> {
  if (growingId !== null) {
    await tx.updateTable('growing_videos').set({ ended_at: new Date() }).where('id', '=', growingId).execute();
  }
  await tx.deleteFrom('growing_videos').where('video_id', '=', videoId).where('ended_at', 'is', null).execute();
}

/** Deletes all growing videos of a video. The sweep deletes their objects. @returns whether there was one */
export async function deleteGrowing(tx: Tx, videoId: string): Promise<boolean> {
  const deleted = await tx.deleteFrom('growing_videos').where('video_id', '=', videoId).returning('id').execute();
  return deleted.length > 0;
}

/** Deletes all growing videos of a video. @returns the storage keys of their fragments */
export async function deleteFragments(tx: Tx, videoId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('fragments').where('video_id', '=', videoId).returning('key').execute();
  await deleteGrowing(tx, videoId);
  return rows.map(({ key }) => key);
}

export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('growing_videos').where('ended_at', '<', before).execute();
}
