import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStorage } from '../../platform/storage/create-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { PartialFiles } from './received-bytes.ts';
import { storedPartialFiles } from './stored-partial-files.ts';

const MIB = 1024 * 1024;

let dataDir: string;
let storage: Storage;
let files: PartialFiles;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinreel-stored-partial-'));
  storage = await createStorage({ dataDir, storage: { kind: 'local', s3: null, offload: false } });
  files = storedPartialFiles(storage);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const options = (more: Partial<Parameters<PartialFiles['append']>[3]> = {}) => ({
  ...{ limit: 100 * MIB, readers: [], stop: new AbortController().signal },
  ...more,
});
/** As a connection delivers them. */
const piecesOf = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) => bytes.subarray(n * 65_536).subarray(0, 65_536)),
  );

async function contentOf(id: string): Promise<Buffer> {
  const folder = await storage.stagingFolder();
  return readFile(await files.linkInto(id, folder));
}

test('[UP-04] what one process has received is there for another one, in objects of a few mebibytes', async () => {
  const film = randomBytes(9 * MIB + 5);
  const hash = createHash('sha256');
  expect(await files.append('film', 0, piecesOf(film.subarray(0, 5 * MIB)), options({ readers: [hash] }))).toBe(true);
  expect(hash.digest()).toEqual(
    createHash('sha256')
      .update(film.subarray(0, 5 * MIB))
      .digest(),
  );
  const other = storedPartialFiles(storage);
  expect(await other.size('film')).toBe(5 * MIB);
  expect(await other.append('film', 5 * MIB, piecesOf(film.subarray(5 * MIB)), options())).toBe(true);
  expect(await files.size('film')).toBe(film.length);
  expect((await contentOf('film')).equals(film)).toBe(true);
  for await (const { size } of storage.list('partial/film/')) expect(size).toBeLessThanOrEqual(4 * MIB + 65_536);
});

test('[UP-04] what has arrived before it is stopped, or before the source breaks, is saved', async () => {
  const stopping = new AbortController();
  const source = new PassThrough();
  const appended = files.append('stopped', 0, source, options({ stop: stopping.signal }));
  source.write('begun');
  await expect.poll(() => source.readableLength).toBe(0);
  stopping.abort();
  expect(await appended).toBe(false);
  const broken = new PassThrough();
  const second = files.append('stopped', 5, broken, options());
  broken.write(' more');
  await expect.poll(() => broken.readableLength).toBe(0);
  broken.destroy(new Error('the connection was lost'));
  expect(await second).toBe(false);
  expect(String(await contentOf('stopped'))).toBe('begun more');
});

test('[UP-04] a process that was cut off and comes back adds nothing wrong, and takes nothing away', async () => {
  const put = async (start: number, text: string) => {
    const path = join(await storage.stagingFolder(), 'late');
    await writeFile(path, text);
    const position = (value: number) => String(value).padStart(14, '0');
    await storage.put(`partial/late/${position(start)}-${position(start + text.length)}`, path);
  };
  await put(0, 'abcd');
  await put(4, 'efgh');
  // Shorter, longer and overlapping parts of the same file, and one behind a gap.
  await put(0, 'ab');
  await put(2, 'cdef');
  await put(6, 'ghij');
  await put(12, 'mn');
  expect(await files.size('late')).toBe(10);
  expect(String(await contentOf('late'))).toBe('abcdefghij');
});

test('[UP-02] nothing is stored beyond the space that is reserved', async () => {
  const bytes = () => Readable.from([Buffer.alloc(6), Buffer.alloc(6)]);
  await expect(files.append('limited', 0, bytes(), options({ limit: 11 }))).rejects.toMatchObject({
    code: 'request.too_large',
  });
  expect(await files.size('limited')).toBeLessThanOrEqual(11);
});

test('[UP-04] bytes with a wrong checksum are cut off, and an upload is listed and removed', async () => {
  await files.append('whole', 0, Readable.from([Buffer.from('abcd')]), options());
  await files.append('whole', 4, Readable.from([Buffer.from('wrong')]), options());
  await files.truncate('whole', 4);
  expect(String(await contentOf('whole'))).toBe('abcd');
  expect(await files.list()).toContain('whole');
  await files.remove('whole');
  await files.remove('whole');
  expect([await files.size('whole'), (await files.list()).includes('whole')]).toEqual([0, false]);
});
