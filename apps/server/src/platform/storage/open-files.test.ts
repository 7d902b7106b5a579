import { mkdtemp, readdir, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createOpenFiles } from './open-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinreel-open-files-'));
});
afterEach(() => vi.useRealTimers());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function newFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** How many times this process has a file open, including deleted ones. */
async function timesOpen(path: string): Promise<number> {
  const numbers = await readdir('/proc/self/fd');
  const targets = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return targets.filter((target) => target === path || target === `${path} (deleted)`).length;
}

const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('readers share one open file, which is closed a moment after the last reader', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const files = createOpenFiles();
  const path = await newFile('shared', 'a story');
  const [one, two] = await Promise.all([files.use(path), files.use(path)]);
  expect([one.file === two.file, await timesOpen(path)]).toEqual([true, 1]);
  one.done();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await two.file.read(Buffer.alloc(7), 0, 7, 0)).buffer.toString()).toBe('a story');
  two.done();
  expect(await timesOpen(path)).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => timesOpen(path)).toBe(0);
});

onLinux('opens a replaced or deleted file again, and current readers keep the old one', async () => {
  const files = createOpenFiles();
  const path = await newFile('replaced', 'old');
  const before = await files.use(path);
  await rename(await newFile('next', 'new'), path);
  files.forget(path);
  const after = await files.use(path);
  const read = async ({ file }: typeof before) => (await file.read(Buffer.alloc(3), 0, 3, 0)).buffer.toString();
  expect([await read(before), await read(after)]).toEqual(['old', 'new']);
  before.done();
  await expect.poll(() => timesOpen(path)).toBe(1);
  expect(await read(after)).toBe('new');

  await rm(path);
  after.done();
  files.forget(path);
  await expect(files.use(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect.poll(() => timesOpen(path)).toBe(0);
});

onLinux('limits the number of unused open files', async () => {
  const files = createOpenFiles();
  const paths = await Promise.all([...Array(70).keys()].map((number) => newFile(`many-${number}`, 'x')));
  for (const path of paths) (await files.use(path)).done();
  const open = async () => (await Promise.all(paths.map(timesOpen))).reduce((sum, times) => sum + times, 0);
  await expect.poll(open).toBe(64);
});
