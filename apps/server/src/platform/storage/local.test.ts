import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { recordFiles } from '../../testing/recorded-files.ts';
import { createLocalStorage } from './local.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinreel-local-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('[UP-02] a file is on the disk before it gets its name, and its name before put returns', async () => {
  const storage = createLocalStorage(root);
  const path = join(await storage.stagingFolder(), 'file');
  await writeFile(path, 'a story');
  const target = join(root, 'objects/videos/1/original');
  const recorded = recordFiles();
  onTestFinished(recorded.restore);
  await storage.put('videos/1/original', path);
  expect(recorded.calls).toEqual([
    `flushed ${path}`,
    `renamed ${path} to ${target}`,
    `flushed ${join(root, 'objects/videos/1')}`,
    `flushed ${join(root, 'objects/videos')}`,
  ]);
  expect(await readFile(target, 'utf8')).toBe('a story');
});

test('[VID-05] other accounts of the machine cannot read the folders', async () => {
  const storage = createLocalStorage(join(root, 'private'));
  const folder = await storage.stagingFolder();
  await writeFile(join(folder, 'file'), 'a story');
  await storage.put('videos/1/original', join(folder, 'file'));
  for (const path of ['objects', 'objects/videos', 'objects/videos/1']) {
    expect((await stat(join(root, 'private', path))).mode & 0o077, path).toBe(0);
  }
});
