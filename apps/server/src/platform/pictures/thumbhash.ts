import { rgbaToThumbHash } from 'thumbhash';

/** Size of the picture from which a ThumbHash is computed, in pixels: people cannot be recognized in 16 by 9 colors. */
const LONG_SIDE = 16;
const SHORT_SIDE = 9;

interface Size {
  width: number;
  height: number;
}

/** The size to which a picture is reduced for its ThumbHash: at most 16 by 9 pixels, or 9 by 16 if it is upright. */
export function thumbhashSize({ width, height }: Size): Size {
  const [widest, highest] = height > width ? [SHORT_SIDE, LONG_SIDE] : [LONG_SIDE, SHORT_SIDE];
  const scale = Math.min(widest / width, highest / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A ThumbHash: about 25 bytes from which the web app draws a blur. It is computed from so few colors that no shapes can
 * be reconstructed.
 * @param rgba four bytes per pixel of a picture of `thumbhashSize`
 */
export function thumbhash({ width, height }: Size, rgba: Uint8Array): Buffer {
  return Buffer.from(rgbaToThumbHash(width, height, rgba));
}
