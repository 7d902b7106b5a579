import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { MAX_UNFINISHED_UPLOADS } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { freeDiskBytes } from '../../platform/system/disk-space.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { mediaBytes } from '../../testing/media-files.ts';
import { publishUpload } from './publish-upload.service.ts';
import { consumeUpload, quotaOf, reserveUpload, sumExpectedBytes } from './quota.service.ts';
import { removeUploadLeftovers, removeUploadsOf } from './upload-leftovers.service.ts';
import { completeUpload, findUpload, listUnfinished, renewUpload } from './uploads.queries.ts';
import { appendToUpload, createUpload, readUpload, withUpload } from './uploads.service.ts';

let server: TestServer;
let owner: TestPerson;
let stranger: TestPerson;
let id: string;
const clip = await mediaBytes('clip.mp4');

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  [owner, stranger] = await Promise.all([loginAs(server), loginAs(server)]);
  await mkdir(join(server.dataDir, 'media/partial'), { recursive: true });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await server.deps.db.deleteFrom('uploads').execute();
  await server.deps.db.updateTable('users').set({ quota_bytes: null }).execute();
  id = await insertUpload();
  await writeFile(partialFile(id), clip);
});

const HOUR = 3600_000;
const partialFile = (of: string) => join(server.dataDir, 'media/partial', of);

/** Inserts the row of an upload. */
async function insertUpload(row: { ownerId?: string; size?: number; resumable?: boolean; created?: Date } = {}) {
  const { ownerId = owner.id, size = clip.length, resumable = true, created = new Date() } = row;
  const inserted = { id: newId(), owner_id: ownerId, size, metadata: '', resumable, created_at: created };
  const expires_at = new Date(Date.now() + HOUR);
  await server.deps.db
    .insertInto('uploads')
    .values({ ...inserted, expires_at })
    .execute();
  return inserted.id;
}

/** The row of an existing upload. */
async function rowOf(of: string) {
  const row = await server.deps.db.selectFrom('uploads').selectAll().where('id', '=', of).executeTakeFirstOrThrow();
  return { ...row, hoursLeft: (row.expires_at.getTime() - Date.now()) / HOUR };
}

/** Dependencies with other limits. */
function limited(limits: Partial<Deps['config']['limits']>): Deps {
  const { config } = server.deps;
  return { ...server.deps, config: { ...config, limits: { ...config.limits, ...limits } } };
}

/** Dependencies with a full disk. */
const full = () => limited({ diskReserveBytes: Number.MAX_SAFE_INTEGER });

const form = (size: number | null, ownerId = owner.id) => ({
  id: newId(),
  ownerId,
  size,
  metadata: '',
  resumable: false,
});

const publish = (deps: Partial<Deps> = {}) =>
  publishUpload({ ...server.deps, ...deps }, { id, ownerId: owner.id, promptId: 1 });
const keys = async () => (await server.deps.db.selectFrom('video_files').select('key').execute()).map(({ key }) => key);
async function objects(): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of server.deps.storage.list('videos/')) found.push(key);
  return found;
}

describe('publishing an upload', () => {
  test('[UP-02] stores the file before inserting its row', async () => {
    const rows: string[][] = [];
    const storage: Deps['storage'] = {
      ...server.deps.storage,
      async put(key, path) {
        rows.push(await keys());
        await server.deps.storage.put(key, path);
        rows.push(await keys());
      },
    };
    const { video } = await publish({ storage });
    expect(rows).toEqual([[], []]);
    expect(await keys()).toEqual([`videos/${video.id}/original`]);
  });

  test('[UP-02] keeps the file if only the response of the commit was lost', async () => {
    const db = new Proxy(server.deps.db, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return () => ({
          async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            await target.transaction().execute(work);
            throw new Error('the connection was lost');
          },
        });
      },
    });
    await expect(publish({ db })).rejects.toThrow('the connection was lost');
    expect(await keys()).toHaveLength(1);
    expect(await objects()).toEqual(expect.arrayContaining(await keys()));
  });

  test('[UP-02] checks the quota again, because the operator may have lowered it', async () => {
    const { config } = server.deps;
    const lowered = { ...config, limits: { ...config.limits, quotaBytes: clip.length - 1 } };
    await expect(publish({ config: lowered })).rejects.toMatchObject({ code: 'video.quota' });
    expect(await keys()).toEqual([]);
    const exact = { ...config, limits: { ...config.limits, quotaBytes: clip.length } };
    expect((await publish({ config: exact })).isNew).toBe(true);
  });

  test('[UP-02] keeps the file if the database cannot tell whether the video exists', async () => {
    let isLost = false;
    const db = new Proxy(server.deps.db, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (isLost) throw new Error('the connection was lost');
        if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
        return () => ({
          async execute(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            await target.transaction().execute(work);
            isLost = true;
            throw new Error('the connection was lost');
          },
        });
      },
    });
    await expect(publish({ db })).rejects.toThrow('the connection was lost');
    expect(await objects()).toEqual(expect.arrayContaining(await keys()));
  });

  test('[UP-02] a file that is too long is deleted with its upload', async () => {
    await expect(publish(limited({ videoSeconds: 1 }))).rejects.toMatchObject({ code: 'video.too_long' });
    await expect(rowOf(id)).rejects.toThrow('no result');
    await expect(readFile(partialFile(id))).rejects.toThrow('ENOENT');
  });

  test('[UP-04] a concurrent call waits as long as reading a large file takes', async () => {
    const waits: number[] = [];
    const locks: Deps['locks'] = {
      ...server.deps.locks,
      acquire(name, options) {
        waits.push(options.waitMs);
        return server.deps.locks.acquire(name, options);
      },
    };
    const { video } = await publish({ locks });
    expect(waits[0]).toBeGreaterThanOrEqual(120_000);
    // A published upload is found for a day, and a file without a name gets one.
    expect((await rowOf(id)).hoursLeft).toBeGreaterThan(23);
    const { name } = await server.deps.db.selectFrom('video_files').select('name').executeTakeFirstOrThrow();
    expect(name).toBe('video.mp4');
    expect(await publish()).toMatchObject({ video: { id: video.id }, isNew: false });
  });

  test('[UP-04] a file received by this process is not read again for its hash', async () => {
    await writeFile(partialFile(id), '');
    const bytes = Readable.from([Buffer.from(clip)]);
    await appendToUpload(server.deps, { id, ownerId: owner.id, offset: 0, bytes });
    const hash = server.deps.runningHashes.take(id, clip.length);
    expect(hash?.position).toBe(clip.length);
    const asked: unknown[] = [];
    const sha256 = createHash('sha256').update(clip).digest('hex');
    await publish({
      runningHashes: {
        ...server.deps.runningHashes,
        take: (...args) => {
          asked.push(args);
          return { position: clip.length, update() {}, digest: () => hash?.digest().replace(/^./, 'x') ?? '' };
        },
      },
    });
    expect(asked).toEqual([[id, clip.length]]);
    const file = await server.deps.db.selectFrom('video_files').select('sha256').executeTakeFirstOrThrow();
    expect(file.sha256).toBe(sha256.replace(/^./, 'x'));
  });
});

describe('space', () => {
  test('[UP-02] a full disk rejects uploads and bytes', async () => {
    await expect(createUpload(full(), { ownerId: owner.id, size: 1, metadata: '' })).rejects.toMatchObject({
      code: 'storage.full',
    });
    const bytes = Readable.from([Buffer.from(clip)]);
    const append = appendToUpload(full(), { id, ownerId: owner.id, offset: clip.length, bytes });
    await expect(append).rejects.toMatchObject({ code: 'storage.full' });
  });

  /** A disk with this much free space. Other processes write meanwhile, so the tests use very different sizes. */
  async function freeSpace(bytes: number): Promise<Deps> {
    return limited({ diskReserveBytes: (await freeDiskBytes(server.deps.config)) - bytes, quotaBytes: 10 ** 15 });
  }
  const GIB = 1024 ** 3;

  test('[UP-02] concurrent uploads together reserve no more than the free disk space', async () => {
    const deps = await freeSpace(3.5 * GIB);
    const owners = [owner.id, stranger.id];
    const begun = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => reserveUpload(deps, form(GIB, owners[n % 2]))),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill('storage.full'));
    // All reserved bytes can be sent.
    expect(await sumExpectedBytes(deps)).toBe(3 * GIB);
  });

  test('[UP-02] received, published and expired uploads are not counted as expected on the disk, nor those in the object store', async () => {
    const { db, config } = server.deps;
    expect(await sumExpectedBytes(server.deps)).toBe(0);
    await db
      .updateTable('uploads')
      .set({ size: clip.length + 5 })
      .where('id', '=', id)
      .execute();
    expect(await sumExpectedBytes(server.deps)).toBe(5);
    const other = await insertUpload({ ownerId: stranger.id, size: 4 * GIB });
    expect(await sumExpectedBytes(server.deps)).toBe(4 * GIB + 5);
    // Other tests write to the same disk, so no value is close to its limit.
    await expect(reserveUpload(await freeSpace(3 * GIB), form(1))).rejects.toMatchObject({ code: 'storage.full' });
    const inStore = { ...(await freeSpace(4 * GIB)).config, uploadParts: 'storage' as const };
    expect(await sumExpectedBytes({ config: inStore, db })).toBe(0);
    await reserveUpload({ ...server.deps, config: inStore }, form(1));
    await db
      .updateTable('uploads')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', other)
      .execute();
    await db.updateTable('uploads').set({ size: clip.length }).where('id', '=', id).execute();
    await publish();
    expect(await sumExpectedBytes({ config, db })).toBe(1);
    await reserveUpload(await freeSpace(GIB), form(1));
  });

  test('[UP-02] a form of unknown size reserves the free space, up to the largest video', async () => {
    const deps = limited({ videoBytes: 500, quotaBytes: clip.length + 800 });
    expect((await reserveUpload(deps, form(null))).size).toBe(500);
    expect((await reserveUpload(deps, form(null))).size).toBe(300);
    await expect(reserveUpload(deps, form(null))).rejects.toMatchObject({
      code: 'video.quota',
      params: { max_bytes: clip.length + 800 },
    });
    await expect(reserveUpload(limited({}), form(0))).rejects.toMatchObject({ code: 'video.quota' });
    expect((await reserveUpload(limited({}), form(1))).size).toBe(1);
  });

  test('[UP-02] a video may have exactly the maximum size', async () => {
    const deps = limited({ videoBytes: 500 });
    const begin = (size: number) => createUpload(deps, { ownerId: owner.id, size, metadata: '' });
    expect(await begin(500)).toMatchObject({ size: 500, offset: 0 });
    await expect(begin(501)).rejects.toMatchObject({ code: 'video.too_large', params: { max_bytes: 500 } });
  });

  test("[UP-02] only a person's own originals and unfinished uploads use their space", async () => {
    await publish();
    const { id: videoId } = await server.deps.db.selectFrom('videos').select('id').executeTakeFirstOrThrow();
    const playback = {
      key: `videos/${videoId}/playback`,
      content_type: 'video/mp4',
      size: 1e9,
      sha256: 'x',
      name: null,
    };
    await server.deps.db
      .insertInto('video_files')
      .values({ video_id: videoId, kind: 'playback', ...playback })
      .execute();
    const other = await insertUpload({ ownerId: stranger.id, size: 700 });
    const expired = await insertUpload({ size: 600 });
    const { db } = server.deps;
    await db
      .updateTable('uploads')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', expired)
      .execute();
    const deps = limited({ quotaBytes: clip.length + 1000 });
    await expect(reserveUpload(deps, form(1001))).rejects.toMatchObject({ code: 'video.quota' });
    await reserveUpload(deps, form(1000));
    await expect(reserveUpload(deps, form(clip.length + 301, stranger.id))).rejects.toMatchObject({
      code: 'video.quota',
    });
    await reserveUpload(deps, form(clip.length + 300, stranger.id));
    expect((await rowOf(other)).size).toBe(700);
  });

  test("[UP-02] a person's own quota overrides the default", async () => {
    const { db } = server.deps;
    await db.updateTable('users').set({ quota_bytes: 500 }).where('id', '=', stranger.id).execute();
    const deps = limited({ quotaBytes: clip.length + 10 });
    expect([await quotaOf(deps, stranger.id), await quotaOf(deps, owner.id)]).toEqual([500, clip.length + 10]);
    await expect(reserveUpload(deps, form(501, stranger.id))).rejects.toMatchObject({ params: { max_bytes: 500 } });
    await reserveUpload(deps, form(500, stranger.id));
    await expect(reserveUpload(deps, form(11))).rejects.toMatchObject({ params: { max_bytes: clip.length + 10 } });
    await reserveUpload(deps, form(10));
  });

  test('[UP-02] uploads of other people, published ones and forms do not count as unfinished', async () => {
    await publish();
    await Promise.all(
      Array.from({ length: MAX_UNFINISHED_UPLOADS }, (_, n) =>
        insertUpload(n % 2 ? { ownerId: stranger.id, size: 1 } : { resumable: false, size: 1 }),
      ),
    );
    await Promise.all(Array.from({ length: MAX_UNFINISHED_UPLOADS - 1 }, () => insertUpload({ size: 1 })));
    const begin = () => createUpload(server.deps, { ownerId: owner.id, size: 1, metadata: '' });
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'upload.too_many' });
    // Forms do not count, so they are not rejected either.
    expect((await reserveUpload(server.deps, form(1))).size).toBe(1);
  });

  test('[UP-02] an upload becomes one video, if it was not deleted', async () => {
    const { db } = server.deps;
    const { video } = await publish();
    const consume = (of: string) =>
      db
        .transaction()
        .execute((tx) => consumeUpload(server.deps, tx, { id: of, owner_id: owner.id, size: 1 }, video.id));
    await expect(consume(id)).rejects.toMatchObject({ code: 'upload.missing' });
    await expect(consume(newId())).rejects.toMatchObject({ code: 'upload.missing' });
    await consume(await insertUpload({ size: 1 }));
  });
});

describe('the row of an upload', () => {
  test('[UP-04] expires after a day; after some minutes for a form', async () => {
    const tus = await createUpload(server.deps, { ownerId: owner.id, size: 1, metadata: '' });
    const { id: formId } = await reserveUpload(server.deps, form(1));
    for (const renewed of [false, true]) {
      if (renewed) {
        await server.deps.db
          .updateTable('uploads')
          .set({ expires_at: new Date(Date.now() + HOUR) })
          .execute();
        await renewUpload(server.deps.db, tus.id);
        await renewUpload(server.deps.db, formId);
      }
      expect((await rowOf(tus.id)).hoursLeft).toBeCloseTo(24, 0);
      expect((await rowOf(formId)).hoursLeft).toBeLessThan(0.2);
      expect((await rowOf(formId)).hoursLeft).toBeGreaterThan(0);
    }
    // Only the two renewed ones have a later expiry.
    expect((await rowOf(id)).hoursLeft).toBeCloseTo(1, 0);
  });

  test('[UP-04] a form does not change another upload', async () => {
    const other = await insertUpload({ resumable: false });
    await completeUpload(server.deps.db, other, { size: 5, metadata: 'filename eA==' });
    expect(await rowOf(other)).toMatchObject({ size: 5, metadata: 'filename eA==' });
    expect(await rowOf(id)).toMatchObject({ size: clip.length, metadata: '' });
  });

  test('[UP-04] is listed newest first, without forms and expired ones', async () => {
    const { db } = server.deps;
    const at = (minute: number) => new Date(Date.now() - HOUR + minute * 60_000);
    const same = [await insertUpload({ created: at(2) }), await insertUpload({ created: at(2) })].sort().reverse();
    const oldest = await insertUpload({ created: at(1) });
    await insertUpload({ resumable: false });
    const expired = await insertUpload();
    await db
      .updateTable('uploads')
      .set({ expires_at: at(0) })
      .where('id', '=', expired)
      .execute();
    const list = async (limit: number) => (await listUnfinished(db, owner.id, limit)).map((row) => row.id);
    expect(await list(10)).toEqual([id, ...same, oldest]);
    expect(await list(2)).toEqual([id, same[0]]);
    expect(await findUpload(db, expired, owner.id)).toBeNull();
  });

  test('[UP-04] removes leftovers of published uploads and files without a row, and no others', async () => {
    await publish();
    await removeUploadLeftovers(server.deps);
    const unfinished = await insertUpload();
    for (const name of [id, unfinished, newId(), 'not-an-id']) await writeFile(partialFile(name), clip);
    expect(await removeUploadLeftovers(server.deps)).toEqual({ uploads: 0, partialFiles: 3 });
    expect(await readFile(partialFile(unfinished))).toHaveLength(clip.length);
  });

  test('[API-25] deleting an account removes only its own uploads', async () => {
    const left = await insertUpload({ ownerId: stranger.id });
    await writeFile(partialFile(left), clip);
    await removeUploadsOf(server.deps, stranger.id);
    await expect(rowOf(left)).rejects.toThrow('no result');
    await expect(readFile(partialFile(left))).rejects.toThrow('ENOENT');
    expect(await rowOf(id)).toMatchObject({ owner_id: owner.id });
  });
});

describe('concurrent requests', () => {
  const own = () => ({ id, ownerId: owner.id });
  const rest = Buffer.from('more');
  const [first, wrong] = ['more', 'less'].map((text) => createHash('sha256').update(text).digest());
  /** Appends to an upload that expects a few more bytes. */
  async function append(deps: Partial<Deps>, more: Partial<Parameters<typeof appendToUpload>[1]> = {}) {
    const size = clip.length + rest.length;
    await server.deps.db.updateTable('uploads').set({ size }).where('id', '=', id).execute();
    const bytes = Readable.from([Buffer.from(rest)]);
    return appendToUpload({ ...server.deps, ...deps }, { ...own(), offset: clip.length, bytes, ...more });
  }

  test('[UP-02] an upload accepts no more bytes than reserved, declared or not', async () => {
    const more = () => Readable.from([Buffer.from('more!')]);
    for (const length of [undefined, rest.length + 1]) {
      await expect(append({}, { bytes: more(), length })).rejects.toMatchObject({ code: 'request.too_large' });
      expect(await readFile(partialFile(id))).toHaveLength(clip.length);
    }
    expect(await append({}, { length: rest.length })).toMatchObject({ offset: clip.length + rest.length });
  });

  test('[UP-04] an upload used by another request is busy; other lock errors are not reported as busy', async () => {
    const lock = await server.deps.locks.acquire(`upload:${id}`, { waitMs: 1000 });
    try {
      const waiting = withUpload(server.deps, { ...own(), waitMs: 1 }, async () => 'used');
      await expect(waiting).rejects.toMatchObject({ code: 'upload.busy' });
    } finally {
      await lock.release();
    }
    const acquire = () => Promise.reject(new Error('no database'));
    const deps = { ...server.deps, locks: { ...server.deps.locks, acquire } };
    await expect(withUpload(deps, own(), async () => 'used')).rejects.toThrow('no database');
  });

  test('[UP-04] a long request renews its upload until it ends', async () => {
    // Fakes only intervals; other timers keep running.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await withUpload(server.deps, own(), async () => {
      expect((await rowOf(id)).hoursLeft).toBeLessThan(2);
      vi.advanceTimersByTime(200_000);
      await expect.poll(async () => (await rowOf(id)).hoursLeft).toBeGreaterThan(23);
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('[UP-04] does not acknowledge bytes of an upload that is deleted meanwhile', async () => {
    const bytes = new PassThrough();
    const appending = append({}, { bytes });
    bytes.write(rest);
    await expect.poll(async () => (await readFile(partialFile(id))).length).toBe(clip.length + rest.length);
    await server.deps.db.deleteFrom('uploads').execute();
    bytes.end();
    await expect(appending).rejects.toMatchObject({ code: 'upload.missing' });
  });

  test('[UP-04] a server that stops keeps the received bytes', async () => {
    const stopping = new AbortController();
    const bytes = new PassThrough();
    const appending = append({}, { bytes, stop: stopping.signal });
    bytes.write(rest.subarray(0, 2));
    await expect.poll(async () => (await readFile(partialFile(id))).length).toBe(clip.length + 2);
    stopping.abort();
    expect(await appending).toMatchObject({ offset: clip.length + 2, isComplete: false });
  });

  test('[UP-04] truncates bytes with a wrong checksum, unless another process has the lock now', async () => {
    const checksum = { algorithm: 'sha256' as const, digest: wrong as Buffer };
    const acquire: Deps['locks']['acquire'] = async (name, options) => ({
      ...(await server.deps.locks.acquire(name, options)),
      isHeld: async () => false,
    });
    const lost = append({ locks: { ...server.deps.locks, acquire } }, { checksum });
    await expect(lost).rejects.toMatchObject({ code: 'upload.busy' });
    expect(await readFile(partialFile(id))).toHaveLength(clip.length + rest.length);

    await writeFile(partialFile(id), '');
    const whole = Buffer.concat([clip, rest]);
    const corrupt = append({}, { checksum, offset: 0, bytes: Readable.from([whole]) });
    await expect(corrupt).rejects.toMatchObject({ code: 'upload.checksum' });
    expect(await readFile(partialFile(id))).toHaveLength(0);
    // Another process may receive other bytes, so the hash of the wrong ones must not be reused.
    expect(server.deps.runningHashes.take(id, whole.length)).toBeNull();
    // The same for bytes that were truncated because the rest did not arrive.
    const [stopping, bytes] = [new AbortController(), new PassThrough()];
    const cut = append({}, { checksum, offset: 0, bytes, stop: stopping.signal });
    bytes.write(Buffer.from(clip));
    await expect.poll(async () => (await readFile(partialFile(id))).length).toBe(clip.length);
    stopping.abort();
    expect(await cut).toMatchObject({ offset: 0, isComplete: false });
    expect(server.deps.runningHashes.take(id, clip.length)).toBeNull();

    await writeFile(partialFile(id), clip);
    expect(await append({}, { checksum: { algorithm: 'sha256', digest: first as Buffer } })).toMatchObject({
      offset: clip.length + rest.length,
      isComplete: true,
    });
  });
});

test('[UP-04][API-25] another person who knows the id of an upload cannot interrupt it', async () => {
  let interrupted = false;
  const lock = await server.deps.locks.acquire(`upload:${id}`, {
    waitMs: 1000,
    onReleaseRequested() {
      interrupted = true;
    },
  });
  try {
    await expect(readUpload(server.deps, id, stranger.id)).rejects.toMatchObject({ code: 'upload.missing' });
    expect(interrupted).toBe(false);
    const own = readUpload(server.deps, id, owner.id);
    await expect.poll(() => interrupted).toBe(true);
    await lock.release();
    expect(await own).toMatchObject({ id, offset: clip.length });
  } finally {
    await lock.release();
  }
});
