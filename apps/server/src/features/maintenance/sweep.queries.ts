import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type StoredObjectKind, storedObjects } from '../../platform/db/stored-objects.ts';

/** A file of a video, as its row names it. */
export interface VideoFileRow {
  video_id: string;
  kind: StoredObjectKind;
  key: string;
}

/**
 * All files of the next `limit` videos behind video `after` that have not failed, in the order of the videos' ids.
 * Every video has at least one file, its original.
 */
export async function listVideoFiles(db: Db, after: string | null, limit: number): Promise<VideoFileRow[]> {
  const { rows } = await sql<VideoFileRow>`
    select o.video_id, o.kind, o.key
    from (
      select id from videos
      where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and status <> 'failed'
      order by id limit ${limit}
    ) v join ${storedObjects} o on o.video_id = v.id
    order by o.video_id`.execute(db);
  return rows;
}

/** Say on a video that this file of it is lost. @returns its owner; null if the file is no longer the video's */
export async function markLost(db: Db, videoId: string, key: string, reason: string): Promise<string | null> {
  const row = await db
    .updateTable('videos')
    .set({ status: 'failed', status_reason: reason })
    .where('id', '=', videoId)
    .where((eb) =>
      eb.exists(eb.selectFrom('video_files').select('key').where('video_id', '=', videoId).where('key', '=', key)),
    )
    .returning('owner_id')
    .executeTakeFirst();
  return row?.owner_id ?? null;
}
