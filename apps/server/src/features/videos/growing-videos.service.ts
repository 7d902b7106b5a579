import type { Db, Tx } from '../../platform/db/database.ts';
import { publishEvent } from '../../platform/db/events.ts';
import {
  deleteEndedBefore,
  deleteGrowing,
  deleteOvertaken,
  findShownGrowing,
  insertFragment,
  type NewFragment,
} from './growing-videos.queries.ts';
import { lockVideo } from './video-lifecycle.queries.ts';
import type { ProcessingVideo } from './video-lifecycle.ts';

export type { NewFragment } from './growing-videos.queries.ts';

/**
 * How long fragments stay after the whole video was published, in milliseconds: whoever watches them goes on with them, also
 * through a long video and its pauses.
 */
const STAY_MS = 6 * 3600_000;

/**
 * Adds the next fragment to what can be watched of a video that is being prepared. Each attempt to prepare it has its own
 * growing video, so a player never mixes two encodings. The longest one is shown: what an interrupted attempt has made can
 * be watched until the next attempt has caught up.
 * @param growingId of this attempt; begins with the fragment 0
 * @returns false, and nothing is written, unless the video is being prepared and this attempt was not overtaken by another
 */
export async function addFragment(
  tx: Tx,
  video: ProcessingVideo,
  growingId: string,
  fragment: NewFragment,
): Promise<boolean> {
  const { videoId } = video;
  const row = await lockVideo(tx, { ...video, status: 'processing' });
  if (!row) return false;
  const before = await findShownGrowing(tx, videoId);
  if (!(await insertFragment(tx, videoId, growingId, fragment))) return false;
  if (fragment.seconds > 0) await deleteOvertaken(tx, videoId, growingId);
  const shown = await findShownGrowing(tx, videoId);
  if (shown !== before) {
    const data = { id: videoId, status: 'processing' as const, progress: row.progress, growing: true as const };
    await publishEvent(tx, row.owner_id, { name: 'video', data });
  }
  return true;
}

/** A fragment is lost: what remains cannot be watched to its end. @returns false if there is nothing to watch any more */
export const forgetFragments = (tx: Tx, videoId: string): Promise<boolean> => deleteGrowing(tx, videoId);

/** Deletes the fragments of videos that were published long enough ago. Their objects are then orphans. */
export const deleteOldFragments = (db: Db, now = Date.now()): Promise<void> =>
  deleteEndedBefore(db, new Date(now - STAY_MS));
