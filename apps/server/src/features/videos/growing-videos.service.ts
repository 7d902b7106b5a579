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
 * How long fragments are kept after the video was published, in milliseconds: current viewers keep playing them, also
 * through a long video and its pauses.
 */
const STAY_MS = 6 * 3600_000;

/**
 * Adds a fragment to the growing video of a video that is being prepared. Each attempt has its own growing video, so
 * that players never mix two encodings. The longest one is shown: that of an interrupted attempt, until the next
 * attempt is as long.
 * @param growingId of this attempt; starts with fragment 0
 * @returns false, without a change, unless the video is being prepared and this attempt was not replaced by another one
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

/**
 * Called when a fragment is lost, so the rest cannot be played to the end.
 * @returns false if there is no growing video
 */
export const forgetFragments = (tx: Tx, videoId: string): Promise<boolean> => deleteGrowing(tx, videoId);

/** Deletes fragments of videos that were published long enough ago. Their objects become orphans. */
export const deleteOldFragments = (db: Db, now = Date.now()): Promise<void> =>
  deleteEndedBefore(db, new Date(now - STAY_MS));
