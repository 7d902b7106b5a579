import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { endOfLastFragment } from './fragments.ts';

/** A box with `length` bytes of content. */
function box(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(8 + length, 0x2e);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

/** A box with a 64-bit size. */
function longBox(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(16 + length, 0x2e);
  bytes.writeUInt32BE(1, 0);
  bytes.write(type, 4, 'latin1');
  bytes.writeBigUInt64BE(BigInt(bytes.length), 8);
  return bytes;
}

const endOf = (...boxes: Uint8Array[]) => endOfLastFragment(new Blob([Buffer.concat(boxes)]));
const start = [box('ftyp', 20), box('moov', 700)];
const startSize = 28 + 708;

it('[UP-08] cuts an interrupted recording after its last complete fragment', async () => {
  const fragment = [box('moof', 100), box('mdat', 1000)];
  const whole = [...start, ...fragment, ...fragment];
  const end = startSize + 2 * (108 + 1008);
  expect(await endOf(...whole)).toBe(end);
  // The recording may be cut off at any byte.
  for (const left of [box('moof', 100), box('moof', 100).subarray(0, 50), box('moof', 100).subarray(0, 5)]) {
    expect(await endOf(...whole, left)).toBe(end);
  }
  expect(await endOf(...whole, box('moof', 100), box('mdat', 1000).subarray(0, 1007))).toBe(end);
  expect(await endOf(...whole, Buffer.alloc(4096))).toBe(end);
});

it('[UP-08] includes the index of a finished recording and reads 64-bit sizes', async () => {
  const boxes = [...start, box('moof', 100), longBox('mdat', 1000), box('mfra', 60)];
  expect(await endOf(...boxes)).toBe(Buffer.concat(boxes).length);
});

it('[UP-08] returns 0 if no fragment is complete', async () => {
  expect(await endOf()).toBe(0);
  expect(await endOf(box('ftyp', 20))).toBe(0);
  expect(await endOf(...start)).toBe(0);
  expect(await endOf(...start, box('moof', 100), box('mdat', 1000).subarray(0, 900))).toBe(0);
  expect(await endOf(Buffer.from('not a video at all'))).toBe(0);
  // Without moov nothing can be played.
  expect(await endOf(box('ftyp', 20), box('moof', 100), box('mdat', 1000))).toBe(0);
  expect(await endOf(...start, box('mdat', 1000))).toBe(0);
  expect(await endOf(...start, box('mfra', 60))).toBe(0);
});

it('[UP-08] ends before a box with a truncated 64-bit size', async () => {
  const whole = [...start, box('moof', 100), box('mdat', 1000)];
  expect(await endOf(...whole, longBox('moof', 100).subarray(0, 12))).toBe(startSize + 108 + 1008);
});

it('[UP-08] ffmpeg reads a truncated recording up to its last complete second', async () => {
  const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg';
  const args = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=10:duration=6', '-c:v', 'libx264', '-g', '10'];
  const flags = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-'];
  const file = execFileSync(ffmpeg, ['-nostdin', '-v', 'error', ...args, ...flags]);
  const broken = file.subarray(0, Math.floor(file.length * 0.6));
  const end = await endOfLastFragment(new Blob([broken]));
  expect(end).toBeGreaterThan(file.length * 0.3);
  const read = execFileSync(
    ffmpeg.replace(/ffmpeg$/, 'ffprobe'),
    ['-v', 'error', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', '-'],
    { input: broken.subarray(0, end), encoding: 'utf8' },
  );
  expect(Number(read) % 10).toBe(0);
  expect(Number(read)).toBeGreaterThanOrEqual(20);
});
