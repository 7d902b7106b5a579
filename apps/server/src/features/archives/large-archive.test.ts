import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import yauzl from 'yauzl';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { writeBag } from './bag.ts';

const run = promisify(execFile);

const unzip = ['/usr/bin/unzip', '/bin/unzip'].find((path) => existsSync(path));

/** Sizes and offsets from here on need ZIP64. */
const FOUR_GIB = 4 * 1024 ** 3;

const CHUNK = Buffer.alloc(1024 * 1024);

/** The last bytes of the first video, so that not all bytes are zero. */
const END = randomBytes(1000);
const SECOND = randomBytes(5000);

/** A sparse file: 4 GiB of zeros are written in seconds and use no disk space. */
function sparseFile(handle: FileHandle): Writable {
  let position = 0;
  return new Writable({
    highWaterMark: 8 * CHUNK.length,
    write(chunk: Buffer, _encoding, done) {
      const at = position;
      position += chunk.length;
      if (chunk === CHUNK) done();
      else handle.write(chunk, 0, chunk.length, at).then(() => done(), done);
    },
    final(done) {
      handle
        .truncate(position)
        .then(() => handle.close())
        .then(() => done(), done);
    },
  });
}

function* firstVideo() {
  for (let bytes = 0; bytes < FOUR_GIB; bytes += CHUNK.length) yield CHUNK;
  yield END;
}

let restoreChecksum = () => {};
let folder: string;
let zip: string;
let server: TestServer;
let odalie: TestPerson;

beforeAll(async () => {
  // The same checksum by zlib, eight times as fast: the ZIP writer's own would take most of this test's time.
  const checksum = createRequire(import.meta.resolve('yazl'))('buffer-crc32');
  const { unsigned } = checksum;
  checksum.unsigned = crc32;
  restoreChecksum = () => {
    checksum.unsigned = unsigned;
  };
  folder = await mkdtemp(join(tmpdir(), 'kinreel-large-archive-'));
  zip = join(folder, 'archive.zip');
  await writeBag(
    sparseFile(await open(zip, 'wx')),
    {
      folder: 'kinreel',
      info: { 'Bagging-Date': '2026-01-01' },
      payload: [
        { path: 'first.mov', open: async () => Readable.from(firstVideo(), { objectMode: false }) },
        { path: 'second.mov', open: async () => Readable.from([SECOND]) },
      ],
      tagFiles: [],
    },
    { signal: AbortSignal.timeout(120_000), onBytes() {}, onFile() {} },
  );
  server = await startTestServer();
  odalie = await loginAs(server);
}, 180_000);
afterAll(async () => {
  restoreChecksum();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('an archive of more than 4 GiB has the right sizes and offsets', async () => {
  const entries = await yauzl.openPromise(zip, { strictFileNames: true });
  const sizes: Record<string, number> = {};
  const contents: Record<string, Buffer> = {};
  for await (const entry of entries.eachEntry()) {
    const name = entry.fileName.slice('kinreel/'.length);
    sizes[name] = entry.uncompressedSize;
    if (entry.uncompressedSize < FOUR_GIB) contents[name] = await buffer(await entries.openReadStreamPromise(entry));
  }
  expect(sizes).toMatchObject({ 'data/first.mov': FOUR_GIB + END.length, 'data/second.mov': SECOND.length });
  expect(contents['data/second.mov']?.equals(SECOND)).toBe(true);
  const sha256 = createHash('sha256').update(SECOND).digest('hex');
  expect(String(contents['manifest-sha256.txt'])).toContain(`${sha256}  data/second.mov\n`);
  expect(String(contents['bag-info.txt'])).toContain(`Payload-Oxum: ${FOUR_GIB + END.length + SECOND.length}.2\n`);
});

test.skipIf(!unzip && !process.env.CI)('unzip extracts a file beyond 4 GiB', async () => {
  expect(unzip, 'unzip is not installed. On Debian: apt install unzip').toBeDefined();
  const list = await run(unzip ?? 'unzip', ['-l', zip]);
  expect(list.stdout).toMatch(new RegExp(`^ *${FOUR_GIB + END.length} .* kinreel/data/first\\.mov$`, 'm'));
  // unzip compares the checksum.
  const { stdout } = await run(unzip ?? 'unzip', ['-p', zip, 'kinreel/data/second.mov'], { encoding: 'buffer' });
  expect(stdout.equals(SECOND)).toBe(true);
});

test('a download can be resumed beyond 4 GiB', async () => {
  const { db, storage } = server.deps;
  const { size } = await stat(zip);
  expect(size).toBeGreaterThan(FOUR_GIB);
  const id = newId();
  const key = `archives/${odalie.id}/${newId()}.zip`;
  await storage.put(key, zip);
  zip = join(server.dataDir, 'media/objects', key);
  await db
    .insertInto('archives')
    .values({
      id,
      user_id: odalie.id,
      key,
      size,
      sha256: 'a'.repeat(64),
      status: 'ready',
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  const get = (range: string, method: 'GET' | 'HEAD' = 'GET') =>
    server.app.inject({
      method,
      url: `/media/archives/${id}`,
      headers: { ...odalie.headers, range, 'if-range': `"${'a'.repeat(64)}"` },
    });
  const handle = await open(zip);
  onTestFinished(() => handle.close());
  for (const from of [FOUR_GIB - 1, FOUR_GIB, FOUR_GIB + 1234]) {
    const expected = Buffer.alloc(size - from);
    await handle.read(expected, 0, expected.length, from);
    const answer = await get(`bytes=${from}-`);
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
      ...[206, `bytes ${from}-${size - 1}/${size}`, String(expected.length)],
    ]);
    expect(answer.rawPayload.equals(expected)).toBe(true);
  }
  const last = await get('bytes=-22');
  expect(last.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x05\x06');
  expect((await get(`bytes=${size}-`)).statusCode).toBe(416);
  expect((await get('bytes=0-', 'HEAD')).headers['content-length']).toBe(String(size));
});
