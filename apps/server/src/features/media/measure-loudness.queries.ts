import type { Db } from '../../platform/db/database.ts';
import { type Loudness, loudnessColumns } from '../videos/video-lifecycle.ts';

/** Playback files of ready videos whose sound was not measured, the next `limit` after video `after`, in the order of their ids. */
export function listWithoutLoudness(db: Db, after: string | null, limit: number) {
  return db
    .selectFrom('videos')
    .innerJoin('video_files', (join) =>
      join.onRef('video_files.video_id', '=', 'videos.id').on('video_files.kind', '=', 'playback'),
    )
    .select(['videos.id', 'video_files.key', 'videos.duration_ms'])
    .where('videos.status', '=', 'ready')
    .where('videos.sound_measured', '=', false)
    .$if(after !== null, (query) => query.where('videos.id', '>', after))
    .orderBy('videos.id')
    .limit(limit)
    .execute();
}

/** Saves the loudness of a playback file, unless the video has another one by now. @param loudness null without sound */
export async function saveLoudness(
  db: Db,
  videoId: string,
  playbackKey: string,
  loudness: Loudness | null,
): Promise<void> {
  await db
    .updateTable('videos')
    .set(loudnessColumns(loudness))
    .where('id', '=', videoId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('video_files')
          .select('key')
          .whereRef('video_files.video_id', '=', 'videos.id')
          .where('video_files.key', '=', playbackKey),
      ),
    )
    .execute();
}
