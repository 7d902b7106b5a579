import { MAX_NEW_VIDEOS, type WhatsNew } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { getVideos } from '../videos/videos.service.ts';
import { presentNew } from './whats-new.presenter.ts';
import { insertSeen, listNew } from './whats-new.queries.ts';

/** What others have made or shared in the last NEW_DAYS that the person may see and has not seen, newest first. */
export async function readWhatsNew(db: Db, personId: string): Promise<WhatsNew> {
  const rows = await listNew(db, personId, MAX_NEW_VIDEOS + 1);
  const listed = rows.slice(0, MAX_NEW_VIDEOS);
  const ids = listed.map((row) => row.video_id);
  const videos = await getVideos(db, ids, personId, { withAudience: false });
  return {
    videos: listed.flatMap((row) => {
      const video = videos.get(row.video_id);
      return video ? [presentNew(row, video)] : [];
    }),
    more: rows.length > listed.length,
  };
}

/** Marks videos as seen that the person has been shown; ignores those that they may not see. */
export async function markSeen(db: Db, personId: string, videoIds: readonly string[]): Promise<void> {
  await insertSeen(db, personId, videoIds);
}
