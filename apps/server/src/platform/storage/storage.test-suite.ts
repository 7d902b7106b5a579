import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { S3Settings } from './s3.ts';
import { type Storage, StorageMissingError } from './storage.ts';

/** What a separate process needs to create the same storage (storage-test-process.ts). */
export interface StorageSource {
  /** Folder of the storage's files or staging. */
  root: string;
  s3: S3Settings | null;
}

/** Tests for every storage (storage.ts). */
export function testStorage(make: () => Promise<StorageSource & { storage: Storage }>): void {
  let storage: Storage;
  let source: StorageSource;
  let folder: string;
  beforeAll(async () => {
    const { storage: made, ...rest } = await make();
    [storage, source] = [made, rest];
    folder = await storage.stagingFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  let files = 0;
  async function file(content: string | Buffer): Promise<string> {
    files += 1;
    const path = join(folder, `file-${files}`);
    await writeFile(path, content);
    return path;
  }
  const put = async (key: string, content: string | Buffer) => storage.put(key, await file(content));
  const read = async (key: string, range?: { start: number; end: number }) => text(await storage.open(key, range));
  async function keys(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of storage.list(prefix)) found.push(key);
    return found;
  }

  test('[UP-02] put stores the complete file and removes the local one', async () => {
    const path = await file('a story');
    const before = Date.now();
    await storage.put('videos/one/original', path);
    expect(await read('videos/one/original')).toBe('a story');
    const found = await storage.stat('videos/one/original');
    expect(found).toMatchObject({ key: 'videos/one/original', size: 7 });
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(60_000);
    await expect(access(path)).rejects.toThrow('ENOENT');
  });

  test('an empty file can be stored', async () => {
    await put('videos/empty/original', '');
    expect(await read('videos/empty/original')).toBe('');
    expect(await storage.stat('videos/empty/original')).toMatchObject({ size: 0 });
  });

  test('[VID-05] byte ranges include both ends', async () => {
    await put('videos/range/playback', '0123456789');
    expect(await read('videos/range/playback', { start: 0, end: 0 })).toBe('0');
    expect(await read('videos/range/playback', { start: 3, end: 6 })).toBe('3456');
    expect(await read('videos/range/playback', { start: 9, end: 9 })).toBe('9');
    expect(await read('videos/range/playback', { start: 0, end: 9 })).toBe('0123456789');
  });

  test('an unknown object is missing, and deleting it is not an error', async () => {
    await expect(storage.open('videos/none/original')).rejects.toBeInstanceOf(StorageMissingError);
    await expect(storage.materialize('videos/none/original', folder, 'none')).rejects.toBeInstanceOf(
      StorageMissingError,
    );
    await expect(access(join(folder, 'none'))).rejects.toThrow('ENOENT');
    expect(await storage.stat('videos/none/original')).toBeNull();
    expect(await keys('videos/none/')).toEqual([]);
    await storage.delete('videos/none/original');
  });

  test('delete removes one object and keeps others', async () => {
    await put('videos/two/original', 'one');
    await put('videos/two/playback', 'two');
    await storage.delete('videos/two/original');
    expect(await storage.stat('videos/two/original')).toBeNull();
    await expect(storage.open('videos/two/original')).rejects.toBeInstanceOf(StorageMissingError);
    expect(await keys('videos/two/')).toEqual(['videos/two/playback']);
    await storage.delete('videos/two/playback');
    expect(await keys('videos/two/')).toEqual([]);
  });

  test('put replaces an existing object', async () => {
    await put('videos/again/original', 'the first, longer one');
    await put('videos/again/original', 'the second');
    expect(await read('videos/again/original')).toBe('the second');
    expect(await keys('videos/again/')).toEqual(['videos/again/original']);
  });

  test('keys cannot point outside of the storage', async () => {
    const path = await file('x');
    for (const key of ['', '/x', 'x/', '../x', 'a/../x', 'a//b', 'a/.b', 'Ä', 'a b', 'A', 'a\\b', 'a\u0000b']) {
      await expect(storage.put(key, path), key).rejects.toThrow('Not a storage key');
      await expect(storage.open(key), key).rejects.toThrow('Not a storage key');
      await expect(storage.stat(key), key).rejects.toThrow('Not a storage key');
      await expect(storage.delete(key), key).rejects.toThrow('Not a storage key');
    }
    expect(await readFile(path, 'utf8')).toBe('x');
  });

  describe('lists', () => {
    const wanted = ['list/a-b/x', 'list/a.b/x', 'list/a/x', 'list/a/y/z', 'list/a0/x', 'list/ab'];
    beforeAll(async () => {
      for (const key of wanted.toReversed()) await put(key, key);
    });

    test('by prefix, sorted by key, with size and time', async () => {
      expect(await keys('list/')).toEqual(wanted);
      expect(await keys('list/a/')).toEqual(['list/a/x', 'list/a/y/z']);
      expect(await keys('list/a/y')).toEqual(['list/a/y/z']);
      expect(await keys('list/b')).toEqual([]);
      expect(await keys('lis')).toEqual(wanted);
      expect(await keys('')).toEqual(expect.arrayContaining(wanted));
      for await (const object of storage.list('list/ab')) {
        expect(object).toEqual({ key: 'list/ab', size: 7, modifiedAt: expect.any(Date) });
      }
    });

    test('objects that are deleted during iteration', async () => {
      for (const key of ['gone/a/1', 'gone/a/2', 'gone/b/1']) await put(key, key);
      const seen: string[] = [];
      for await (const { key } of storage.list('gone/')) {
        seen.push(key);
        await storage.delete(key);
      }
      expect(seen).toEqual(['gone/a/1', 'gone/a/2', 'gone/b/1']);
      expect(await keys('gone/')).toEqual([]);
    });
  });

  test('concurrent puts of different keys are independent', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(numbers.map((n) => put(`many/${n % 3}/${n}`, `number ${n}`)));
    expect(await Promise.all(numbers.map((n) => read(`many/${n % 3}/${n}`)))).toEqual(
      numbers.map((n) => `number ${n}`),
    );
    expect(await keys('many/')).toHaveLength(30);
  });

  test('concurrent puts of one key leave one complete object', async () => {
    const contents = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(100_000));
    await Promise.all(contents.map((content) => put('race/one', content)));
    expect(contents).toContain(await read('race/one'));
  });

  test('[UP-02] a large object is returned byte for byte, also by ranges', async () => {
    const content = randomBytes(24 * 1024 * 1024 + 12_345);
    await put('large/original', content);
    const back = await buffer(await storage.open('large/original'));
    expect(sha256(back)).toBe(sha256(content));
    const edge = 8 * 1024 * 1024;
    const range = await buffer(await storage.open('large/original', { start: edge - 5, end: edge + 5 }));
    expect(range).toEqual(content.subarray(edge - 5, edge + 6));
    expect(await storage.stat('large/original')).toMatchObject({ size: content.length });

    const path = await storage.materialize('large/original', folder, 'copy');
    expect(path).toBe(join(folder, 'copy'));
    expect(sha256(await readFile(path))).toBe(sha256(content));
    await storage.delete('large/original');
    expect(sha256(await readFile(path))).toBe(sha256(content));
  }, 90_000);

  test('an interrupted reader has no effect on others', async () => {
    const content = randomBytes(4 * 1024 * 1024);
    await put('left/original', content);
    for (let n = 0; n < 5; n += 1) {
      const stream = await storage.open('left/original');
      await once(stream, 'readable');
      stream.read(1000);
      stream.destroy();
      await once(stream, 'close');
    }
    expect(sha256(await buffer(await storage.open('left/original')))).toBe(sha256(content));
  });

  test('an unreadable file is not stored', async () => {
    await expect(storage.put('unreadable/original', join(folder, 'no-such-file'))).rejects.toThrow('ENOENT');
    expect(await keys('unreadable/')).toEqual([]);
  });

  test('[UP-02] staging folders are empty, separate, and removed when stale', async () => {
    const [one, two] = [await storage.stagingFolder(), await storage.stagingFolder()];
    expect(one).not.toBe(two);
    expect(await readdir(one)).toEqual([]);
    await mkdir(join(one, 'input'));
    await writeFile(join(one, 'input', 'upload'), 'x');
    const hourAgo = new Date(Date.now() - 3600_000);
    for (const path of [join(one, 'input', 'upload'), join(one, 'input'), one, two]) {
      await utimes(path, hourAgo, hourAgo);
    }
    await writeFile(join(two, 'upload'), 'still coming');
    await utimes(two, hourAgo, hourAgo);
    expect(await storage.removeStaleStaging(new Date(Date.now() - 1800_000))).toBe(1);
    await expect(access(one)).rejects.toThrow('ENOENT');
    expect((await stat(two)).isDirectory()).toBe(true);
    await rm(two, { recursive: true });
  });

  test('[UP-02] a process killed during put leaves a complete object or none', async () => {
    const content = randomBytes(20 * 1024 * 1024);
    for (const delay of [0, 10, 40, 160]) {
      const path = await file(content);
      const key = `killed/after-${delay}`;
      const child = fork(join(import.meta.dirname, 'storage-test-process.ts'), [
        JSON.stringify({ ...source, task: 'put', key, path }),
      ]);
      const exited = once(child, 'exit');
      await once(child, 'message');
      await sleep(delay);
      child.kill('SIGKILL');
      await exited;
      const object = await storage.stat(key);
      expect(await keys(key)).toEqual(object ? [key] : []);
      if (object) expect(sha256(await buffer(await storage.open(key)))).toBe(sha256(content));
    }
  }, 90_000);
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
