import { MIN_TRIM_SECONDS, type Trim, type Video } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { startCaptionsAgain } from '../captions/captions.service.ts';
import { trimOf } from '../videos/trim.policy.ts';
import { trimVideo } from '../videos/video-lifecycle.ts';
import { deleteOutdated, getVideo } from '../videos/videos.service.ts';
import { requireOwnVideo } from '../visibility/visibility.policy.ts';
import { movePositions } from '../watching/watching.service.ts';
import { lockTrim } from './trimming.queries.ts';

/** Tolerance for the start and end of a trim, because players round times. */
const ROUNDING_MS = 100;

/**
 * Trims the caller's video, or removes the trim. Immediately nobody else gets any file of it, until all files were made
 * again from the delivered range. The original is kept for its owner.
 * @param trim null for the whole video
 * @throws DomainError video.missing unless it is the caller's own; trim.preparing, video.not_ready; trim.range,
 *   trim.too_short
 */
export async function changeTrim(deps: Deps, id: string, callerId: string, trim: Trim | null): Promise<Video> {
  const { videoId, outdated } = await deps.db.transaction().execute(async (tx) => {
    const videoId = await requireOwnVideo(tx, id, callerId);
    const video = await lockTrim(tx, videoId);
    const before = trimOf(video);
    if (video.status === 'processing') throw new DomainError('trim.preparing');
    // A trim whose preparation failed can be changed; other failures have other causes.
    const wholeMs = before ? video.whole_ms : video.duration_ms;
    if (wholeMs === null || (video.status === 'failed' && !before)) throw new DomainError('video.not_ready');
    const part = trim && checkedPart(trim, wholeMs);
    if (part?.start === before?.start && part?.end === before?.end) return { videoId, outdated: [] };
    const outdated = await trimVideo(deps, tx, { videoId, status: video.status }, { part, wholeMs });
    await startCaptionsAgain(tx, videoId);
    const { start, end } = part ?? { start: 0, end: wholeMs / 1000 };
    await movePositions(tx, videoId, { by: (before?.start ?? 0) - start, length: end - start });
    return { videoId, outdated };
  });
  await deleteOutdated(deps, outdated);
  return getVideo(deps.db, videoId, callerId);
}

/** The trim in whole milliseconds. @throws DomainError trim.range, also if it covers the whole video; trim.too_short */
function checkedPart(trim: Trim, wholeMs: number): Trim {
  const [start, end] = [Math.round(trim.start * 1000), Math.min(wholeMs, Math.round(trim.end * 1000))];
  if (start >= end || trim.end * 1000 > wholeMs + ROUNDING_MS || (start === 0 && end === wholeMs)) {
    throw new DomainError('trim.range');
  }
  if (end - start < MIN_TRIM_SECONDS * 1000) throw new DomainError('trim.too_short');
  return { start: start / 1000, end: end / 1000 };
}
