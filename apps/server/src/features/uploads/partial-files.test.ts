import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, open as openFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { createStorage } from '../../platform/storage/create-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { recordFiles } from '../../testing/recorded-files.ts';
import { createBlockWriter } from './block-writer.ts';
import { localPartialFiles, partialFiles } from './partial-files.ts';
import { type AppendOptions, type PartialFiles, sha256OfFile } from './received-bytes.ts';
import { storedPartialFiles } from './stored-partial-files.ts';

const MIB = 1024 * 1024;

let dataDir: string;
let storage: Storage;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinreel-partial-'));
  storage = await createStorage({ dataDir, storage: { kind: 'local', s3: null, offload: false } });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const options = (more: Partial<AppendOptions> = {}) => ({
  limit: 100 * MIB,
  readers: [],
  stop: new AbortController().signal,
  ...more,
});
const from = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));

describe.each([
  ['in the data folder', () => localPartialFiles({ dataDir })],
  ['in the storage', () => storedPartialFiles(storage)],
])('partial files %s', (_where, open) => {
  let files: PartialFiles;
  beforeAll(() => {
    files = open();
  });

  /** The file of an upload, assembled from its bytes. */
  const fileOf = async (id: string) => files.linkInto(id, await storage.stagingFolder());
  const contentOf = async (id: string) => readFile(await fileOf(id), 'utf8');

  test('[UP-02] writes nothing beyond the reserved space', async () => {
    const bytes = () => from(Buffer.alloc(6), Buffer.alloc(6));
    await expect(files.append('limited', 0, bytes(), options({ limit: 11 }))).rejects.toMatchObject({
      code: 'request.too_large',
    });
    expect(await files.size('limited')).toBeLessThanOrEqual(11);
    expect(await files.append('exact', 0, bytes(), options({ limit: 12 }))).toBe(true);
    expect(await files.size('exact')).toBe(12);
  });

  test('[UP-04] saves the bytes that arrived before it was stopped or the source failed', async () => {
    const stopping = new AbortController();
    const source = new PassThrough();
    const hashed: string[] = [];
    const readers = [{ update: (bytes: Buffer) => hashed.push(bytes.toString()) }];
    const appended = files.append('stopped', 0, source, options({ stop: stopping.signal, readers }));
    source.write('begun');
    await expect.poll(() => source.readableLength).toBe(0);
    stopping.abort();
    expect(await appended).toBe(false);
    expect([source.destroyed, source.isPaused()]).toEqual([false, true]);
    expect(await contentOf('stopped')).toBe('begun');
    // Bytes that arrive after the stop are not added to the hash.
    source.write(' late');
    source.resume();
    await expect.poll(() => source.readableLength).toBe(0);
    await setImmediate();
    expect([await contentOf('stopped'), hashed.join('')]).toEqual(['begun', 'begun']);

    const broken = new PassThrough();
    const second = files.append('stopped', 5, broken, options());
    broken.write(' more');
    await expect.poll(() => broken.readableLength).toBe(0);
    broken.destroy(new Error('the connection was lost'));
    expect(await second).toBe(false);
    expect(await contentOf('stopped')).toBe('begun more');

    expect(await files.append('never', 0, from('x'), options({ stop: AbortSignal.abort() }))).toBe(false);
    expect(await files.size('never')).toBe(0);
  });

  test('[UP-04] the checksum of a part is that of its bytes', async () => {
    const hash = createHash('sha256');
    await files.append('hashed', 0, from('ab', 'c'), options({ readers: [hash] }));
    const digest = createHash('sha256').update('abc').digest();
    expect(hash.digest()).toEqual(digest);
    expect(await sha256OfFile(await fileOf('hashed'))).toBe(digest.toString('hex'));
  });

  test('[UP-04] truncates bytes with a wrong checksum; lists and removes uploads', async () => {
    await files.append('whole', 0, from('abcd'), options());
    await files.append('whole', 4, from('wrong'), options());
    expect(await files.list()).toContain('whole');
    await files.truncate('whole', 4);
    expect(await contentOf('whole')).toBe('abcd');
    await files.remove('whole');
    await files.remove('whole');
    expect([await files.size('whole'), (await files.list()).includes('whole')]).toEqual([0, false]);
  });

  test('[UP-02] stores chunks of any size correctly, also readable by another server', async () => {
    // Smaller and larger than a block, from a source that is faster than the disk.
    const sizes = [1, 70_000, 1_048_575, 3_000_000, 65_536, 1_048_576, 17, 3_500_000];
    const content = randomBytes(sizes.reduce((sum, size) => sum + size));
    let end = 0;
    const pieces = sizes.map((size) => {
      end += size;
      // A separate copy, because its memory may be freed.
      return Buffer.from(content.subarray(end - size, end));
    });
    const bytes = content.length;
    const first = pieces.slice(0, 4).reduce((sum, piece) => sum + piece.length, 0);
    expect(await files.append('pieces', 0, from(...pieces.slice(0, 4)), options({ limit: bytes }))).toBe(true);
    const other = open();
    expect(await other.size('pieces')).toBe(first);
    expect(await other.append('pieces', first, from(...pieces.slice(4)), options({ limit: bytes - first }))).toBe(true);
    expect(await files.size('pieces')).toBe(bytes);
    expect((await readFile(await fileOf('pieces'))).equals(content)).toBe(true);
  });
});

describe('in the data folder', () => {
  test('[UP-04] bytes are on the disk before they are acknowledged', async () => {
    const recorded = recordFiles();
    onTestFinished(recorded.restore);
    expect(await localPartialFiles({ dataDir }).append('flushed', 0, from('one'), options())).toBe(true);
    expect(recorded.calls).toEqual([`flushed ${join(dataDir, 'media/partial/flushed')}`]);
  });

  test('[UP-04] writes each chunk when it arrives, without waiting for more', async () => {
    const files = localPartialFiles({ dataDir });
    const source = new PassThrough();
    const appended = files.append('slow', 0, source, options());
    for (const size of [3, 6]) {
      source.write('one');
      await expect.poll(() => files.size('slow')).toBe(size);
    }
    source.end();
    expect(await appended).toBe(true);
  });

  test('[UP-04] other accounts of the machine cannot read partial files', async () => {
    await localPartialFiles({ dataDir }).append('private', 0, from('one'), options());
    for (const path of ['media/partial', 'media/partial/private']) {
      expect((await stat(join(dataDir, path))).mode & 0o077, path).toBe(0);
    }
  });

  test('[UP-04] an unreadable folder is an error; a missing folder counts as empty', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const unreadable = localPartialFiles({ dataDir: join(dataDir, 'file') });
    await expect(unreadable.list()).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(unreadable.size('x')).rejects.toMatchObject({ code: 'ENOTDIR' });
    expect(await localPartialFiles({ dataDir: join(dataDir, 'nothing') }).list()).toEqual([]);
  });

  test('[UP-04] flushes a large part while it arrives, and reports disk errors of these flushes', async () => {
    const file = await openFile(join(dataDir, 'large'), 'w');
    onTestFinished(() => file.close());
    const before: number[] = [];
    let failure: Error | null = null;
    // Simulates a disk error. Linux reports it once, so the final flush would succeed.
    file.datasync = async () => {
      before.push((await file.stat()).size);
      const error = failure;
      failure = null;
      if (error) throw error;
    };
    const writer = createBlockWriter(file, 0, []);
    const piece = () => Buffer.alloc(5 * 1024 * 1024);
    for (let n = 0; n < 14; n += 1) await writer.add(piece());
    await writer.end();
    // After 32 and 64 MiB.
    expect(before).toHaveLength(2);
    expect(before[0]).toBeLessThan(14 * piece().length);

    failure = new Error('EIO');
    const failing = createBlockWriter(file, 0, []);
    for (let n = 0; n < 14; n += 1) await failing.add(piece());
    await expect(failing.end()).rejects.toThrow('EIO');
  });

  test('[UP-04] bytes that arrive during a write do not change its block, and end() waits for all', async () => {
    const file = await openFile(join(dataDir, 'slow'), 'w');
    onTestFinished(() => file.close());
    const write = file.write.bind(file);
    // A slow disk with partial writes.
    const slowly = async (bytes: Buffer, offset: number, length: number, position: number) => {
      if (position === 0) await sleep(20);
      return write(bytes, offset, Math.min(length, 700_000), position);
    };
    file.write = slowly as typeof file.write;
    const writer = createBlockWriter(file, 0, []);
    const pieces = [Buffer.alloc(1, 'a'), Buffer.alloc(MIB - 1, 'b'), Buffer.alloc(1, 'c')];
    const content = Buffer.concat(pieces);
    for (const piece of pieces) {
      expect(writer.add(piece)).toBeNull();
      if (piece.length !== 1) await setImmediate();
    }
    await writer.end();
    expect((await readFile(join(dataDir, 'slow'))).equals(content)).toBe(true);
  });

  test('[UP-04] a disk error is reported by the next call', async () => {
    const file = await openFile(join(dataDir, 'full'), 'w');
    onTestFinished(() => file.close());
    file.write = () => Promise.reject(new Error('ENOSPC'));
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const writer = createBlockWriter(file, 0, []);
    writer.add(Buffer.alloc(MIB));
    await setImmediate();
    await expect(writer.end()).rejects.toThrow('ENOSPC');
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('[UP-04] frees the memory of a large chunk immediately, and no shared memory', async () => {
    const file = await openFile(join(dataDir, 'freed'), 'w');
    onTestFinished(() => file.close());
    const writer = createBlockWriter(file, 0, []);
    const large = Buffer.alloc(16 * 1024);
    const others = [Buffer.alloc(16 * 1024 - 1), Buffer.alloc(40_000).subarray(0, 20_000)];
    const shared = Buffer.from(new SharedArrayBuffer(20_000));
    for (const piece of [large, ...others, shared]) writer.add(piece);
    await writer.end();
    expect([large, ...others, shared].map(({ length }) => length)).toEqual([0, 16 * 1024 - 1, 20_000, 20_000]);
  });
});

describe('in the storage', () => {
  test('[UP-04] an object has a few mebibytes', async () => {
    const pieces = Array.from({ length: 144 }, () => Buffer.alloc(65_536));
    await storedPartialFiles(storage).append('film', 0, from(...pieces), options());
    const sizes: number[] = [];
    for await (const { size } of storage.list('partial/film/')) sizes.push(size);
    expect(sizes).toEqual([4 * MIB, 4 * MIB, MIB]);
  });

  test('[UP-04] a part leaves no file in the staging folder', async () => {
    const staged = () => readdir(join(dataDir, 'media/staging'));
    const before = await staged();
    await storedPartialFiles(storage).append('unstaged', 0, from('one'), options());
    expect(await staged()).toEqual(before);
  });

  test('[UP-04] a process that resumes after losing its lock adds no wrong bytes and removes none', async () => {
    const files = storedPartialFiles(storage);
    const put = async (start: number, text: string) => {
      const path = join(await storage.stagingFolder(), 'late');
      await writeFile(path, text);
      const position = (value: number) => String(value).padStart(14, '0');
      await storage.put(`partial/late/${position(start)}-${position(start + text.length)}`, path);
    };
    await put(0, 'abcd');
    await put(4, 'efgh');
    // Shorter, longer and overlapping parts of the same file, parts of other files, and one after a gap.
    await put(0, 'ab');
    await put(1, 'bc');
    await put(6, 'gh');
    await put(2, 'cdef');
    await put(6, 'ghij');
    await put(12, 'mn');
    expect(await files.size('late')).toBe(10);
    expect(await readFile(await files.linkInto('late', await storage.stagingFolder()), 'utf8')).toBe('abcdefghij');
  });
});

test('the configuration selects the data folder or the storage', async () => {
  const filesIn = (uploadParts: string) =>
    partialFiles({ config: { dataDir, uploadParts }, storage } as unknown as Pick<Deps, 'config' | 'storage'>);
  await filesIn('storage').append('where', 0, from('one'), options());
  expect([await filesIn('storage').size('where'), await filesIn('local').size('where')]).toEqual([3, 0]);
});
