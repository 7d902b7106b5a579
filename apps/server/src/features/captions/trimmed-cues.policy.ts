import { createHash } from 'node:crypto';
import type { Cue, Trim } from '@kinreel/contracts';
import { uuidOf } from '../../platform/ids.ts';

/** Times of cues are milliseconds. */
const ROUNDING_SECONDS = 0.001;

/**
 * Captions are stored with the times of the whole video. These are the ones that go out with a trimmed video: those that are
 * entirely in it. What one at the cut says may be what was cut out.
 */
export function cuesWithin(cues: readonly Cue[], trim: Trim | null): Cue[] {
  if (!trim) return [...cues];
  return moved(
    cues.filter(({ start, end }) => start >= trim.start - ROUNDING_SECONDS && end <= trim.end + ROUNDING_SECONDS),
    trim,
  );
}

/**
 * The version of a video without captions. Each part has its own, so that whoever began to write before the video was trimmed
 * does not save times of before.
 */
export function versionWithoutCaptions(trim: Trim | null): string | null {
  return trim && uuidOf(createHash('sha256').update(`${trim.start}-${trim.end}`).digest());
}

/** Those that their owner edits: also the ones at the cut. */
export function cuesAround(cues: readonly Cue[], trim: Trim | null): Cue[] {
  return trim ? moved(cues.filter(touches(trim)), trim) : [...cues];
}

/** All captions after those of a trimmed video were edited: the ones that were cut out come back with the whole video. */
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
