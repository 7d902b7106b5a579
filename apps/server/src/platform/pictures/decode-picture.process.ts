import { writeFile } from 'node:fs/promises';
import { isNoSpaceError, reportsNoSpace } from '@kinreel/service/no-space';
import sharp, { type Sharp } from 'sharp';
import type { PictureAnswer, PictureOrder } from './picture-order.ts';
import { thumbhash, thumbhashSize } from './thumbhash.ts';

// The only program of the server that decodes pictures. Started per picture in a sandbox (decode-picture.ts). Its
// argument is a PictureOrder; it prints a PictureAnswer.

/** Maximum number of pixels; more is a mistake or an attack. */
const MAX_INPUT_PIXELS = 40_000_000;

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
// Each thread has its own buffers.
sharp.concurrency(1);

const order = JSON.parse(process.argv[2] ?? '') as PictureOrder;
console.log(JSON.stringify(await carryOut(order).catch(failure)));

async function carryOut(order: PictureOrder): Promise<PictureAnswer> {
  const { input } = order;
  if (order.task === 'thumbhash') return { thumbhash: await thumbhashOf(input) };
  if (order.task === 'photo') {
    const { side, output } = order;
    await write(output, picture(input).autoOrient().resize(side, side, { fit: 'cover' }).webp({ quality: 82 }));
    return {};
  }
  if (order.task === 'poster') {
    const { side, output } = order;
    const inside = { fit: 'inside', withoutEnlargement: true } as const;
    await write(output, picture(input).autoOrient().resize(side, side, inside).webp({ quality: 80 }));
    return { thumbhash: await thumbhashOf(output) };
  }
  if (order.task === 'portrait') {
    const { side, output } = order;
    await write(output, picture(input).resize(side, side).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }));
    return {};
  }
  const { quality, effort } = order;
  await write(order.output, picture(input).webp({ quality, effort }));
  return {};
}

/** Writes the file itself, because sharp does not report why a write failed. */
async function write(path: string, made: Sharp): Promise<void> {
  await writeFile(path, await made.toBuffer());
}

function picture(path: string): Sharp {
  return sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' });
}

/** The ThumbHash of a poster, in base64. */
async function thumbhashOf(path: string): Promise<string> {
  const size = thumbhashSize(await picture(path).metadata());
  const small = picture(path).resize({ ...size, fit: 'fill' });
  return thumbhash(size, await small.ensureAlpha().raw().toBuffer()).toString('base64');
}

/** Errors of the machine end this program with an exit code instead. */
function failure(error: unknown): PictureAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (isNoSpaceError(error) || reportsNoSpace(message)) return { failure: 'no_room', message };
  if ((error instanceof Error && 'syscall' in error) || /input file is missing|unable to (open|write)/i.test(message)) {
    throw error;
  }
  return {
    failure: /pixel limit|out of memory|memory allocation error/i.test(message) ? 'too_large' : 'unreadable',
    message,
  };
}
