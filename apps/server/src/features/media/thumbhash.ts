import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

/** Sides of the picture that the hash is made from, in pixels: nobody can be recognized in 16 by 9 colors. */
const LONG_SIDE = 16;
const SHORT_SIDE = 9;

/**
 * The ThumbHash of a poster: about 25 bytes from which the web app draws a blur. It is made from at most 16 by 9 colors
 * (9 by 16 of an upright video), so no form of the picture can be computed from it.
 * @param poster path or content of the image
 */
export async function thumbhashOf(poster: string | Buffer): Promise<Buffer> {
  const picture = sharp(poster, { failOn: 'error' });
  const { width, height } = await picture.metadata();
  const upright = height > width;
  const { data, info } = await picture
    .resize({
      width: upright ? SHORT_SIDE : LONG_SIDE,
      height: upright ? LONG_SIDE : SHORT_SIDE,
      fit: 'inside',
    })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data));
}
