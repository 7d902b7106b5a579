/** A variant of a multivariant playlist (HLS) with its address, two lines. */
const VARIANT = /^#EXT-X-STREAM-INF:.*\n.+\n?/gm;

/** Whether a variant has high dynamic range. */
export const isHighRange = (variant: string): boolean => /[:,]VIDEO-RANGE=(PQ|HLG)\b/.test(variant);

/** Whether this screen has high dynamic range. A window can be moved to another screen. */
export const showsHighRange = (): boolean => matchMedia('(dynamic-range: high)').matches;

/**
 * Removes variants with high dynamic range if this screen cannot show them: they would look gray or too bright.
 * Browsers that play HLS natively use the same attribute.
 */
export function forThisScreen(playlist: string): string {
  if (!isHighRange(playlist) || showsHighRange()) return playlist;
  return playlist.replace(VARIANT, (variant) => (isHighRange(variant) ? '' : variant));
}
