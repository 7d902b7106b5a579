/** A video counts as finished if at most this many seconds, and at most this share of it, are left. */
const END_SECONDS = 10;
const END_PART = 0.05;

/** Whether a position counts as finished. Both in seconds. */
export function isNearEnd(seconds: number, duration: number): boolean {
  return seconds >= duration - Math.min(END_SECONDS, duration * END_PART);
}
