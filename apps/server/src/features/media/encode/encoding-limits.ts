/**
 * Time limit for copying or encoding in milliseconds: a minute, plus what 4K takes on a slow machine per second of
 * video.
 */
export const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 8_000;
export const TIMEOUT_MAX_MS = 11 * 3600_000;

/** Time limit for encoding a file of this duration, in milliseconds. */
export function encodingTimeout(seconds: number): number {
  return Math.min(TIMEOUT_MAX_MS, TIMEOUT_BASE_MS + seconds * TIMEOUT_PER_SECOND_MS);
}

/** Maximum size in bytes of an encoded file of this duration. */
export function largestEncoding(sourceBytes: number, seconds: number): number {
  return Math.ceil(sourceBytes * 1.5 + seconds * 1_000_000 + 100_000_000);
}

/** Seconds missing in a result; 0 below two seconds, or below a tenth of a file shorter than 100 seconds. */
export function missing(announced: number | null, actual: number | null): number {
  const short = (announced ?? 0) - (actual ?? 0);
  return short > 2 && short > Math.min(10, (announced ?? 0) / 10) ? short : 0;
}
