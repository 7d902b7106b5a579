import { createHash } from 'node:crypto';
import type { Cue, Trim } from '@kinreel/contracts';
import { uuidOf } from '../../platform/ids.ts';

/** Times of cues have milliseconds. */
const ROUNDING_SECONDS = 0.001;

/**
 * The cues of a trimmed video: only those that are entirely within the trim, because a cue that overlaps its end may
 * contain trimmed speech. Captions are stored with the times of the whole video.
 */
export function cuesWithin(cues: readonly Cue[], trim: Trim | null): Cue[] {
  if (!trim) return [...cues];
  return moved(
    cues.filter(({ start, end }) => start >= trim.start - ROUNDING_SECONDS && end <= trim.end + ROUNDING_SECONDS),
    trim,
  );
}

/**
 * The version of a video without captions. It differs for each trim, so that an editor opened before a trim cannot save
 * stale times.
 */
export function versionWithoutCaptions(trim: Trim | null): string | null {
  return trim && uuidOf(createHash('sha256').update(`${trim.start}-${trim.end}`).digest());
}

/** The cues that the owner edits: also those that overlap the trim. */
export function cuesAround(cues: readonly Cue[], trim: Trim | null): Cue[] {
  return trim ? moved(cues.filter(touches(trim)), trim) : [...cues];
}

/** Merges edited cues of a trimmed video with the stored cues outside the trim. */
export function withHiddenCues(stored: readonly Cue[], edited: readonly Cue[], trim: Trim | null): Cue[] {
  if (!trim) return [...edited];
  const isShown = touches(trim);
  const hidden = stored.filter((cue) => !isShown(cue));
  const { start: zero } = trim;
  const shown = edited.map(({ start, end, text }) => ({
    start: rounded(start + zero),
    end: rounded(end + zero),
    text,
  }));
  return [...hidden, ...shown].sort((a, b) => a.start - b.start);
}

const touches =
  (trim: Trim) =>
  ({ start, end }: Cue) =>
    start < trim.end - ROUNDING_SECONDS && end > trim.start + ROUNDING_SECONDS;

function moved(cues: readonly Cue[], { start: zero, end: last }: Trim): Cue[] {
  return cues.map(({ start, end, text }) => ({
    start: rounded(Math.max(start, zero) - zero),
    end: rounded(Math.min(end, last) - zero),
    text,
  }));
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
