import type { SaveWatchPositionRequest, WatchPosition } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { isNearEnd } from './watching.policy.ts';
import { presentPosition } from './watching.presenter.ts';
import { findPosition, type PositionRow, shiftPositions, upsertPosition } from './watching.queries.ts';

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

async function requirePosition(db: Db, videoId: string, viewerId: string): Promise<PositionRow> {
  const row = await findPosition(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  return row;
}
