import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { recordFiles } from '../../testing/recorded-files.ts';
import { createLocalStorage } from './local.ts';
import { createStaging } from './staging.ts';
import { type Storage, StorageMissingError, StorageUnavailableError } from './storage.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinreel-local-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('[UP-02] flushes a file before renaming it, and its folder before put returns', async () => {
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
  for (const path of ['staging', 'objects', 'objects/videos', 'objects/videos/1']) {
    expect((await stat(join(root, 'private', path))).mode & 0o077, path).toBe(0);
  }
});

describe('on a local disk', () => {
  const storage = () => createLocalStorage(join(root, 'disk'));
  async function put(to: Storage, key: string, content: string | Buffer): Promise<void> {
    const path = join(await to.stagingFolder(), 'file');
    await writeFile(path, content);
    await to.put(key, path);
  }
  /** Reads a range in chunks. @returns the bytes, and the buffer of each chunk */
  async function piecesOf(of: Storage, key: string, start: number, end: number) {
    const [copies, buffers]: [Buffer[], ArrayBufferLike[]] = [[], []];
    for await (const piece of (await of.pieces?.(key, { start, end })) ?? []) {
      copies.push(Buffer.from(piece));
      if (copies.length > 100) throw new Error('there is no end');
      buffers.push(piece.buffer);
    }
    return { bytes: Buffer.concat(copies), buffers };
  }
  const isOpen = async (path: string) => {
    const numbers = await readdir('/proc/self/fd');
    const targets = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
    return targets.some((target) => target.startsWith(path));
  };

  test('[VID-05] reads a range in chunks with reused buffers, and closes the file', async () => {
    const disk = storage();
    const content = randomBytes(600 * 1024);
    await put(disk, 'pieces/film', content);
    const last = content.length - 1;
    for (const [start, end] of [
      [0, last],
      [5, 300_000],
      [7, 7],
      [last, last],
    ] as const) {
      const { bytes, buffers } = await piecesOf(disk, 'pieces/film', start, end);
      expect(bytes.equals(content.subarray(start, end + 1)), `${start} to ${end}`).toBe(true);
      expect(new Set(buffers).size).toBe(1);
    }
    const whole = await piecesOf(disk, 'pieces/film', 0, last);
    expect(whole.buffers.length).toBeGreaterThan(1);
    expect((await piecesOf(disk, 'pieces/film', 0, last)).buffers[0]).toBe(whole.buffers[0]);
    // The file was truncated by another process.
    expect((await piecesOf(disk, 'pieces/film', last - 1, last + 9)).bytes).toHaveLength(2);
    // Stopping early also releases everything.
    const begun = await disk.pieces?.('pieces/film', { start: 0, end: last });
    await begun?.next();
    await begun?.return();
    await disk.delete('pieces/film');
    await expect.poll(() => isOpen(join(root, 'disk/objects/pieces/film'))).toBe(false);
  });

  test('[VID-05] never reads a replaced or deleted file', async () => {
    const disk = storage();
    const read = async () => (await piecesOf(disk, 'replaced/film', 0, 2)).bytes.toString();
    for (const text of ['old', 'new']) {
      await put(disk, 'replaced/film', text);
      expect(await read()).toBe(text);
    }
    await disk.delete('replaced/film');
    await expect(read()).rejects.toBeInstanceOf(StorageMissingError);
    await expect(stat(join(root, 'disk/objects/replaced'))).rejects.toThrow('ENOENT');
  });

  test('[UP-02] reports only missing files as missing; other errors are thrown', async () => {
    const disk = storage();
    await put(disk, 'errors/file', 'x');
    const list = async (prefix: string) => {
      const keys: string[] = [];
      for await (const { key } of disk.list(prefix)) keys.push(key);
      return keys;
    };
    await expect(disk.stat('errors/file/x')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(list('errors/file/')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(disk.open('errors/file/x')).rejects.toMatchObject({ code: 'ENOTDIR' });
    for (const outside of ['../', '../none/']) await expect(list(outside)).rejects.toThrow('Not a storage key');
    expect([await disk.stat('errors/none'), await list('errors/none/')]).toEqual([null, []]);
    const staging = createStaging(join(root, 'disk/objects/errors/file'));
    await expect(staging.removeStale(new Date())).rejects.toMatchObject({ code: 'ENOTDIR' });
    const cause = new Error('full');
    expect(new StorageUnavailableError('no', { cause, code: 'ENOSPC' })).toMatchObject({ cause, code: 'ENOSPC' });
    expect(new StorageUnavailableError('no', { cause }).code).toBeUndefined();
    expect(new StorageMissingError('errors/none').message).toContain('errors/none');
  });

  test('omits files that are deleted during listing', async () => {
    const disk = storage();
    for (const key of ['gone/1', 'gone/2', 'gone/3']) await put(disk, key, key);
    const seen: string[] = [];
    for await (const { key } of disk.list('gone/')) {
      if (seen.length === 0) await disk.delete('gone/2');
      seen.push(key);
    }
    expect(seen).toEqual(['gone/1', 'gone/3']);
  });

  test('copies a file that cannot be linked', async () => {
    const disk = storage();
    await put(disk, 'copied/file', 'a story');
    const folder = await disk.stagingFolder();
    // An existing name makes the link fail; the usual reason is another disk.
    await writeFile(join(folder, 'copy'), 'before');
    expect(await readFile(await disk.materialize('copied/file', folder, 'copy'), 'utf8')).toBe('a story');
  });

  test('[VID-05] returns the nginx path of an object only if nginx sends files', () => {
    expect(storage().offload).toBeNull();
    const { offload } = createLocalStorage(root, { offload: true });
    expect(offload?.('videos/1/playback')).toBe('/.kinreel-objects/videos/1/playback');
    expect(() => offload?.('../secret')).toThrow('Not a storage key');
  });
});
