import type { Db } from '../../../platform/db/database.ts';
import { type Loudness, loudnessColumns } from '../../videos/video-lifecycle.ts';
import { listReady, type Page, stillHas } from './older-videos.ts';

/** Playback files of ready videos without loudness. @param videoId only this one */
export function listWithoutLoudness(db: Db, page: Page, videoId?: string) {
  return listReady(db, 'playback', page)
    .select('videos.duration_ms')
    .where('videos.sound_measured', '=', false)
    .$if(videoId !== undefined, (query) => query.where('videos.id', '=', videoId ?? ''))
    .execute();
}

/** Saves the loudness of a playback file, unless the video has another one now. @param loudness null without sound */
export async function saveLoudness(
  db: Db,
  videoId: string,
  playbackKey: string,
  loudness: Loudness | null,
): Promise<void> {
  const columns = loudnessColumns(loudness);
  await db.updateTable('videos').set(columns).where('id', '=', videoId).where(stillHas(playbackKey)).execute();
}
