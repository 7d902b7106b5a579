import { writeFile } from 'node:fs/promises';
import { isNoRoom, saysNoRoom } from '@kinreel/service/no-room';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { PictureAnswer, PictureOrder } from './picture-order.ts';

// The only program of the server that decodes pictures. It is started for one picture, in a sandbox (decode-picture.ts).
// Its argument is a PictureOrder, it prints a PictureAnswer.

/** Maximum number of pixels to decode; more is a mistake or an attack. */
const MAX_INPUT_PIXELS = 40_000_000;

/** Sides of the picture that a ThumbHash is made from, in pixels: nobody can be recognized in 16 by 9 colors. */
const LONG_SIDE = 16;
const SHORT_SIDE = 9;

/** Of WebP for a video, 0 to 6: half the CPU time of the usual 4, for a twentieth more bytes. */
const EFFORT = 2;

// The type is detected by content, and only these decoders are enabled: no SVG, PDF or TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.cache(false);
// Each thread has buffers of its own.
sharp.concurrency(1);

const order = JSON.parse(process.argv[2] ?? '') as PictureOrder;
console.log(JSON.stringify(await carryOut(order).catch(failure)));

async function carryOut(order: PictureOrder): Promise<PictureAnswer> {
  const { input } = order;
  if (order.task === 'thumbhash')
    return { thumbhash: await thumbhashOf(picture(input), await picture(input).metadata()) };
  if (order.task === 'photo') {
    const { side, output } = order;
    await write(output, picture(input).autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 82 }));
    return {};
  }
  if (order.task === 'preview') {
    await write(order.output, picture(input).webp({ quality: 70, effort: EFFORT }));
    return {};
  }
  const small = { width: order.side, height: order.side, fit: 'inside', withoutEnlargement: true } as const;
  // The frame is decoded once.
  const { data, info } = await picture(input).resize(small).raw().toBuffer({ resolveWithObject: true });
  const poster = () => sharp(data, { raw: info });
  await write(order.output, poster().webp({ quality: 80, effort: EFFORT }));
  const { channels } = await poster().stats();
  return {
    brightness: Math.max(...channels.slice(0, 3).map(({ mean }) => mean)),
    thumbhash: await thumbhashOf(picture(order.output), info),
  };
}

/** Writes it ourselves: sharp does not say why it cannot. */
async function write(path: string, made: Sharp): Promise<void> {
  await writeFile(path, await made.toBuffer());
}

function picture(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' });
}

/**
 * The ThumbHash of a poster, in base64: about 25 bytes from which the web app draws a blur. It is made from at most 16 by
 * 9 colors (9 by 16 of an upright video), so no form of the picture can be computed from it.
 */
async function thumbhashOf(poster: Sharp, { width, height }: { width: number; height: number }): Promise<string> {
  const upright = height > width;
  const { data, info } = await poster
    .resize({
      width: upright ? SHORT_SIDE : LONG_SIDE,
      height: upright ? LONG_SIDE : SHORT_SIDE,
      fit: 'inside',
    })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** An error of the machine ends this program with an exit code instead. */
function failure(error: unknown): PictureAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (isNoRoom(error) || saysNoRoom(message)) return { failure: 'no_room', message };
  if ((error instanceof Error && 'syscall' in error) || /input file is missing|unable to (open|write)/i.test(message)) {
    throw error;
  }
  return {
    failure: /pixel limit|out of memory|memory allocation error/i.test(message) ? 'too_large' : 'unreadable',
    message,
  };
}
