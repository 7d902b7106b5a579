import type { VideoProbe } from '../probe/probe.ts';
import type { Preparation } from './plan.ts';

/** A copy of so many bytes takes a second or more. */
const MIN_BYTES = 100_000_000;

/** Copying is many times as fast as playing: a minute is enough, or a tenth of a long film. */
const LEAST_SECONDS = 60;
const SHARE = 0.1;

/**
 * How many seconds from the start of a copy can be watched while the rest is copied. As fragments, every browser plays AAC, and a
 * picture that is not turned. Pure.
 * @returns null if nothing: the copy is soon ready, or may not play so
 */
export function secondsOfBeginning({ container, video, audio, cut }: Preparation, source: VideoProbe): number | null {
  const { sizeBytes, durationSeconds } = source;
  const isLong = sizeBytes >= MIN_BYTES && durationSeconds !== null;
  if (video.encode || container !== 'mp4' || cut || !isLong) return null;
  const isTurned = source.video?.rotation !== 0 || source.video.mirrored;
  const isHeard = !audio || audio.encode !== null || source.audio?.codec === 'aac';
  return isHeard && !isTurned ? Math.max(LEAST_SECONDS, durationSeconds * SHARE) : null;
}
