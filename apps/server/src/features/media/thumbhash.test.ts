import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { expect, test } from 'vitest';
import { thumbhashOf } from './thumbhash.ts';

/** A picture of one color. */
function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#2060a0' } })
    .webp()
    .toBuffer();
}

test.each([
  [1280, 720, 16 / 9],
  [720, 1280, 9 / 16],
  [300, 300, 1],
])('a poster of %i by %i gives a few bytes with its color and shape', async (width, height, ratio) => {
  const hash = await thumbhashOf(await picture(width, height));
  expect(hash.length).toBeLessThan(30);
  expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(ratio, 0);
  const { r, g, b } = thumbHashToAverageRGBA(hash);
  expect([r, g, b].map((value) => Math.round((value * 255) / 32))).toEqual([1, 3, 5]);
});

test('what is no picture is an error', async () => {
  await expect(thumbhashOf(Buffer.from('no picture'))).rejects.toThrow();
});
