/** Milliseconds that copying or encoding may take: a minute, and per second of video what 4K takes on a slow machine. */
export const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 8_000;
export const TIMEOUT_MAX_MS = 11 * 3600_000;

/** Milliseconds that encoding a file of so many seconds may take. */
export function encodingTimeout(seconds: number): number {
  return Math.min(TIMEOUT_MAX_MS, TIMEOUT_BASE_MS + seconds * TIMEOUT_PER_SECOND_MS);
}

/** Maximum bytes of a file of so many seconds. */
export function largestEncoding(sourceBytes: number, seconds: number): number {
  return Math.ceil(sourceBytes * 1.5 + seconds * 1_000_000 + 100_000_000);
}

/** Seconds that are missing in a result; 0 if less than two are, or less than a tenth of a file shorter than 100 seconds. */
export function missing(announced: number | null, actual: number | null): number {
  const short = (announced ?? 0) - (actual ?? 0);
  return short > 2 && short > Math.min(10, (announced ?? 0) / 10) ? short : 0;
}
