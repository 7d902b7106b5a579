import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { greyPng } from '../../testing/hostile-png.ts';
import { encodeWebp, makePhoto, makePortrait, thumbhashOf } from './decode-picture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinreel-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes a file. @returns its path */
async function file(content: Buffer): Promise<string> {
  const path = join(folder, 'picture');
  await writeFile(path, content);
  return path;
}

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
])('the thumbhash of a %i by %i poster has its color and aspect ratio', async (width, height, ratio) => {
  const hash = await thumbhashOf(await file(await picture(width, height)));
  expect(hash.length).toBeLessThan(30);
  expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(ratio, 0);
  const { r, g, b } = thumbHashToAverageRGBA(hash);
  expect([r, g, b].map((value) => Math.round((value * 255) / 32))).toEqual([1, 3, 5]);
});

test('converts a picture to WebP of the same size', async () => {
  const output = join(folder, 'poster.webp');
  await encodeWebp(await file(greyPng(60, 40)), output, { quality: 80, effort: 2 });
  expect(await sharp(output).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
});

test('distinguishes the failures unreadable, too large and machine', { timeout: 60_000 }, async () => {
  const output = join(folder, 'photo.webp');
  const make = (input: string, path = output) => makePhoto(input, path, { side: 64 });
  await expect(thumbhashOf(await file(Buffer.from('no picture')))).rejects.toMatchObject({ kind: 'unreadable' });
  await expect(make(await file((await picture(90, 90)).subarray(0, 50)))).rejects.toMatchObject({ kind: 'unreadable' });
  await expect(make(await file(greyPng(16_000, 16_000)))).rejects.toMatchObject({ kind: 'too_large' });
  await expect(make(join(folder, 'missing'))).rejects.toMatchObject({ kind: 'machine' });
  await expect(make(await file(await picture(9, 9)), join(folder, 'none/photo.webp'))).rejects.toMatchObject({
    kind: 'machine',
  });
});

test('makes a small JPEG of a stored photo for a mail', async () => {
  const output = join(folder, 'portrait');
  await makePortrait(await file(await picture(512, 512)), output, 128);
  expect(await sharp(output).metadata()).toMatchObject({ format: 'jpeg', width: 128, height: 128 });
});
