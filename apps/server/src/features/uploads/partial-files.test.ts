import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { recordFiles } from '../../testing/recorded-files.ts';
import { createBlockWriter } from './block-writer.ts';
import { localPartialFiles } from './partial-files.ts';
import { type PartialFiles, sha256OfFile } from './received-bytes.ts';

let dataDir: string;
let files: PartialFiles;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinreel-partial-'));
  files = localPartialFiles({ dataDir });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const options = (more: Partial<Parameters<PartialFiles['append']>[3]> = {}) => ({
  ...{ limit: 100, readers: [], stop: new AbortController().signal },
  ...more,
});
const contentOf = (id: string) => readFile(join(dataDir, 'media/partial', id), 'utf8');

test('[UP-04] bytes are on the disk before they are acknowledged', async () => {
  const recorded = recordFiles();
  onTestFinished(recorded.restore);
  expect(await files.append('flushed', 0, Readable.from([Buffer.from('one')]), options())).toBe(true);
  expect(recorded.calls).toEqual([`flushed ${join(dataDir, 'media/partial/flushed')}`]);
});

test('[UP-04] other accounts of the machine cannot read partial files', async () => {
  await files.append('private', 0, Readable.from([Buffer.from('one')]), options());
  for (const path of ['media/partial', 'media/partial/private']) {
    expect((await stat(join(dataDir, path))).mode & 0o077, path).toBe(0);
  }
});

test('[UP-04] a folder that cannot be read is not an empty one', async () => {
  await writeFile(join(dataDir, 'file'), '');
  const unreadable = localPartialFiles({ dataDir: join(dataDir, 'file') });
  await expect(unreadable.list()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(unreadable.size('x')).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('[UP-02] nothing is written beyond the space that is reserved', async () => {
  const bytes = () => Readable.from([Buffer.alloc(6), Buffer.alloc(6)]);
  await expect(files.append('limited', 0, bytes(), options({ limit: 11 }))).rejects.toMatchObject({
    code: 'request.too_large',
  });
  expect(await files.size('limited')).toBeLessThanOrEqual(11);
  expect(await files.append('exact', 0, bytes(), options({ limit: 12 }))).toBe(true);
  expect(await files.size('exact')).toBe(12);
});

test('[UP-04] what has arrived before it is stopped, or before the source breaks, is saved', async () => {
  const stopping = new AbortController();
  const source = new PassThrough();
  const appended = files.append('stopped', 0, source, options({ stop: stopping.signal }));
  source.write('begun');
  await expect.poll(() => source.readableLength).toBe(0);
  stopping.abort();
  expect(await appended).toBe(false);
  expect(await contentOf('stopped')).toBe('begun');

  const broken = new PassThrough();
  const second = files.append('stopped', 5, broken, options());
  broken.write(' more');
  await expect.poll(() => broken.readableLength).toBe(0);
  broken.destroy(new Error('the connection was lost'));
  expect(await second).toBe(false);
  expect(await contentOf('stopped')).toBe('begun more');

  expect(await files.append('never', 0, Readable.from(['x']), options({ stop: AbortSignal.abort() }))).toBe(false);
  expect(await files.size('never')).toBe(0);
});

test('[UP-04] the checksum of a part is that of its bytes', async () => {
  const hash = createHash('sha256');
  await files.append('hashed', 0, Readable.from([Buffer.from('ab'), Buffer.from('c')]), options({ readers: [hash] }));
  const digest = createHash('sha256').update('abc').digest();
  expect(hash.digest()).toEqual(digest);
  expect(await sha256OfFile(join(dataDir, 'media/partial/hashed'))).toBe(digest.toString('hex'));
});

test('[UP-04] a partial file is listed, cut, linked and removed', async () => {
  await files.append('whole', 0, Readable.from([Buffer.from('abcdef')]), options());
  expect(await files.list()).toContain('whole');
  await files.truncate('whole', 4);
  expect(await contentOf('whole')).toBe('abcd');
  expect(await readFile(await files.linkInto('whole', dataDir), 'utf8')).toBe('abcd');
  await files.remove('whole');
  await files.remove('whole');
  expect([await files.size('whole'), (await files.list()).includes('whole')]).toEqual([0, false]);
  expect(await localPartialFiles({ dataDir: join(dataDir, 'nothing') }).list()).toEqual([]);
});

test('[UP-02] pieces of any size arrive as they were sent', async () => {
  // Smaller and larger than a block, as a source sends them that is faster than the disk.
  const sizes = [1, 70_000, 1_048_575, 3_000_000, 65_536, 1_048_576, 17];
  const pieces = sizes.map((size, index) => Buffer.alloc(size, `piece ${index} `));
  const sent = createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
  const bytes = sizes.reduce((sum, size) => sum + size);
  expect(await files.append('pieces', 0, Readable.from(pieces), options({ limit: bytes }))).toBe(true);
  expect(await files.size('pieces')).toBe(bytes);
  expect(await sha256OfFile(join(dataDir, 'media/partial/pieces'))).toBe(sent);
});

test('[UP-04] a large part is brought to the disk while it arrives, and an error of the disk then is not lost', async () => {
  const file = await open(join(dataDir, 'large'), 'w');
  onTestFinished(() => file.close());
  const before: number[] = [];
  let failure: Error | null = null;
  // No disk fails on demand. Linux reports such an error once, so a flush at the end would succeed.
  file.datasync = async () => {
    before.push((await file.stat()).size);
    if (failure) throw failure;
  };
  const writer = createBlockWriter(file, 0, []);
  const piece = () => Buffer.alloc(5 * 1024 * 1024);
  for (let n = 0; n < 14; n += 1) await writer.add(piece());
  await writer.end();
  expect(before[0]).toBeLessThan(14 * piece().length);

  failure = new Error('EIO');
  const failing = createBlockWriter(file, 0, []);
  for (let n = 0; n < 7; n += 1) await failing.add(piece());
  await expect(failing.end()).rejects.toThrow('EIO');
});
