import { MIN_TRIM_SECONDS, type Trim } from '@kinreel/contracts/trimming';
import type { Video } from '@kinreel/contracts/videos';
import { formatDuration } from '../../shared/format/duration-and-size.ts';

/** The remaining part of a video, in seconds of the currently visible part. */
export type Part = Trim;

/** Moves the start or the end. The part keeps at least one second and stays inside the video. */
export function movedPart(part: Part, change: Partial<Part>, duration: number): Part {
  const within = (seconds: number, least: number, most: number) => Math.min(most, Math.max(least, seconds));
  const { start, end } = { ...part, ...change };
  return change.start === undefined
    ? { start, end: within(end, start + MIN_TRIM_SECONDS, duration) }
    : { start: within(start, 0, end - MIN_TRIM_SECONDS), end };
}

/** The part in seconds of the whole video, which may already be trimmed. */
export function trimOfPart({ start, end }: Part, { trim }: Pick<Video, 'duration' | 'trim'>): Trim {
  const zero = trim?.start ?? 0;
  const rounded = (seconds: number) => Math.round((zero + seconds) * 1000) / 1000;
  return { start: rounded(start), end: rounded(end) };
}

/** Formats a position with tenths of a second: "1:23.4". */
export function formatMoment(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${formatDuration(Math.floor(tenths / 10))}.${tenths % 10}`;
}
