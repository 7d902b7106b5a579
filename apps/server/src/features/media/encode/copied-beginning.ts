import type { VideoProbe } from '../probe/probe.ts';
import type { Preparation } from './plan.ts';

/** Copying this many bytes takes a second or more. */
const MIN_BYTES = 100_000_000;

/** Copying is many times faster than playing, so a minute is enough, or a tenth of a long video. */
const LEAST_SECONDS = 60;
const SHARE = 0.1;

/**
 * Seconds from the start of a stream copy that can be watched while the rest is copied. Every browser plays fragments
 * with AAC and an unrotated picture. Pure.
 * @returns null if none: the copy is ready soon, or its fragments may not play
 */
export function secondsOfBeginning({ container, video, audio, cut }: Preparation, source: VideoProbe): number | null {
  const { sizeBytes, durationSeconds } = source;
  const isLong = sizeBytes >= MIN_BYTES && durationSeconds !== null;
  if (video.encode || container !== 'mp4' || cut || !isLong) return null;
  const isTurned = source.video?.rotation !== 0 || source.video.mirrored;
  const isHeard = !audio || audio.encode !== null || source.audio?.codec === 'aac';
  return isHeard && !isTurned ? Math.max(LEAST_SECONDS, durationSeconds * SHARE) : null;
}
