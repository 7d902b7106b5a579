/** A size of a list (HLS) with its address: two lines. */
const VARIANT = /^#EXT-X-STREAM-INF:.*\n.+\n?/gm;

/** Whether a size of a list has high dynamic range. */
export const isHighRange = (variant: string): boolean => /[:,]VIDEO-RANGE=(PQ|HLG)\b/.test(variant);

/** Whether this screen shows high dynamic range now: a window can be moved to another one. */
export const showsHighRange = (): boolean => matchMedia('(dynamic-range: high)').matches;

/**
 * A playlist as this screen can show it: on any other, a picture of high dynamic range is grey, or too bright. Browsers that play
 * lists by themselves choose by the same mark.
 */
export function forThisScreen(playlist: string): string {
  if (!isHighRange(playlist) || showsHighRange()) return playlist;
  return playlist.replace(VARIANT, (variant) => (isHighRange(variant) ? '' : variant));
}
