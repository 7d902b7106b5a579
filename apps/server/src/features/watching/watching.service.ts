import type { SaveWatchPositionRequest, WatchPosition } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { isNearEnd } from './watching.policy.ts';
import { presentPosition } from './watching.presenter.ts';
import { findPosition, type PositionRow, shiftPositions, upsertPosition } from './watching.queries.ts';

/** Where the viewer stopped in a video. @throws DomainError video.missing if they may not see it */
export async function readPosition(db: Db, videoId: string, viewerId: string): Promise<WatchPosition> {
  return presentPosition(await requirePosition(db, videoId, viewerId));
}

/**
 * Saves where the viewer stopped. Near the end the video counts as finished and starts from the beginning next time. Without
 * effect if the video was trimmed since it was opened: its moments are others now, and `movePositions` has moved what was saved.
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

/** Another part of a video is shown: everybody goes on at the same moment, or starts again if it was cut out. Seconds. */
export function movePositions(tx: Tx, videoId: string, { by, length }: { by: number; length: number }): Promise<void> {
  return shiftPositions(tx, videoId, by, length);
}

async function requirePosition(db: Db, videoId: string, viewerId: string): Promise<PositionRow> {
  const row = await findPosition(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  return row;
}
