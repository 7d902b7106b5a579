import type { Db } from '../../../platform/db/database.ts';

/**
 * The original of a video that is being prepared, the number of its preparation, and its trim; undefined if the video
 * is in another state or deleted.
 */
export function findOriginalToPrepare(db: Db, videoId: string) {
  return db
    .selectFrom('videos')
    .innerJoin('video_files', (join) =>
      join.onRef('video_files.video_id', '=', 'videos.id').on('video_files.kind', '=', 'original'),
    )
    .select(['video_files.key', 'videos.preparation', 'videos.trim_start_ms', 'videos.trim_end_ms'])
    .where('videos.id', '=', videoId)
    .where('videos.status', '=', 'processing')
    .executeTakeFirst();
}
