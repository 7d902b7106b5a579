import type { VideoStatus } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { type StoredObjectKind, storedObjects } from '../../../platform/db/stored-objects.ts';

/** A file of a video, from its row. */
export interface VideoFileRow {
  video_id: string;
  kind: StoredObjectKind;
  key: string;
  /** Status of the video. */
  status: VideoStatus;
}

/**
 * Files of the next `limit` videos after video `after` that have not failed, ordered by video id. Every video has at
 * least one file, its original. `offset 0` makes PostgreSQL look up each video's files by index; otherwise the planner
 * picks sequential scans in a small installation, for each page.
 */
export async function listVideoFiles(db: Db, after: string | null, limit: number): Promise<VideoFileRow[]> {
  const { rows } = await sql<VideoFileRow>`
    select o.video_id, o.kind, o.key, v.status
    from (
      select id, status from videos
      where id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000') and status <> 'failed'
      order by id limit ${limit}
    ) v cross join lateral (select * from ${storedObjects} o where o.video_id = v.id offset 0) o
    order by o.video_id`.execute(db);
  return rows;
}
