/** What is left of a video when it counts as watched to the end: at most this many seconds, and this part of it. */
const END_SECONDS = 10;
const END_PART = 0.05;

/** Whether a position is so near the end that nothing is left to watch. Both in seconds. */
export function isNearEnd(seconds: number, duration: number): boolean {
  return seconds >= duration - Math.min(END_SECONDS, duration * END_PART);
}
