import type { SaveWatchPositionRequest, WatchersResponse, WatchingSetting, WatchPosition } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { isNearEnd } from './watching.policy.ts';
import { presentPosition, presentWatcher } from './watching.presenter.ts';
import {
  findPosition,
  findSetting,
  listWatchers,
  type PositionRow,
  shiftPositions,
  updateSetting,
  upsertPosition,
} from './watching.queries.ts';

/** The viewer's position in a video. @throws DomainError video.missing if they may not see it */
export async function readPosition(db: Db, videoId: string, viewerId: string): Promise<WatchPosition> {
  return presentPosition(await requirePosition(db, videoId, viewerId));
}

/**
 * Saves the viewer's position. Near the end the video counts as finished and starts from the beginning next time. No
 * effect if the video was trimmed since it was opened: its times have changed, and `movePositions` has shifted the
 * saved positions.
 * @param seconds from the start
 * @throws DomainError video.missing if they may not see it
 */
export async function savePosition(
  db: Db,
  videoId: string,
  viewerId: string,
  { seconds, preparation }: SaveWatchPositionRequest,
): Promise<WatchPosition> {
  const { duration_ms: duration } = await requirePosition(db, videoId, viewerId);
  const finished = duration !== null && isNearEnd(seconds, duration / 1000);
  await upsertPosition(db, { videoId, preparation }, viewerId, { seconds: finished ? 0 : seconds, finished });
  return readPosition(db, videoId, viewerId);
}

/** Called when a trim changes: shifts all positions, and resets those outside the trim. Seconds. */
export function movePositions(tx: Tx, videoId: string, { by, length }: { by: number; length: number }): Promise<void> {
  return shiftPositions(tx, videoId, by, length);
}

/** Who has watched the person's video. @throws DomainError video.missing unless it is their own */
export async function readWatchers(db: Db, videoId: string, ownerId: string): Promise<WatchersResponse> {
  return (await listWatchers(db, await requireOwnVideo(db, videoId, ownerId))).map(presentWatcher);
}

/** Whether owners see that the person has watched their videos. */
export async function readSetting(db: Db, personId: string): Promise<WatchingSetting> {
  return { shown: await findSetting(db, personId) };
}

/** Applies also to what the person has watched before. */
export function changeSetting(db: Db, personId: string, { shown }: WatchingSetting): Promise<void> {
  return updateSetting(db, personId, shown);
}

async function requirePosition(db: Db, videoId: string, viewerId: string): Promise<PositionRow> {
  const row = await findPosition(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  return row;
}
