import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBlockWriter } from './block-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinreel-blocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['a few bytes', [3]],
  ['a block', [1024 * 1024]],
  ['more than two blocks in one chunk', [2 * 1024 * 1024 + 5]],
  ['chunks of many sizes', [7, 1024 * 1024 - 7, 1, 700_000, 700_000, 700_000]],
])('[UP-04] after end() all bytes are in the file, also if add() was not awaited: %s', async (_what, sizes) => {
  const path = join(folder, 'file');
  const bytes = randomBytes(sizes.reduce((sum, size) => sum + size));
  const file = await open(path, 'w');
  const read: Buffer[] = [];
  const sink = createBlockWriter(file, 2, [{ update: (block) => read.push(Buffer.from(block)) }]);
  let at = 0;
  for (const size of sizes) {
    const wait = sink.add(Buffer.from(bytes.subarray(at, at + size)));
    if (wait) await wait;
    at += size;
  }
  await sink.end();
  // Reads synchronously: a later write would be too late for a caller that closes the file.
  const written = readFileSync(path);
  await file.close();
  expect(written.subarray(2).equals(bytes)).toBe(true);
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
});
