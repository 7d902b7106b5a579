import type { Trim } from '@kinreel/contracts';

/** The trim of a video, from its row; null if the whole video is delivered. */
export function trimOf(row: { trim_start_ms: number | null; trim_end_ms: number | null }): Trim | null {
  const { trim_start_ms: start, trim_end_ms: end } = row;
  return start === null || end === null ? null : { start: start / 1000, end: end / 1000 };
}
