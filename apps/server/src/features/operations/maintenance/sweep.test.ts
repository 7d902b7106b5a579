import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { createS3Storage, type S3Settings } from '../../../platform/storage/s3.ts';
import { type Storage, StorageUnavailableError } from '../../../platform/storage/storage.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { storedKeys, storedPieces, storedRenditions, storedVideo } from '../../../testing/stored-video.ts';
import { deleteOldSplits } from '../../videos/pieces.service.ts';
import { makeRenditionsJob } from '../../videos/videos.job-definition.ts';
import { sweep } from './sweep.service.ts';

let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  owner = await loginAs(server);
});
afterAll(() => server?.stop());

/** Stores an object without a row, with the given age. */
async function orphan(key: string, ageMs: number): Promise<void> {
  const folder = await server.deps.storage.stagingFolder();
  const path = join(folder, 'file');
  await writeFile(path, 'left behind');
  const then = new Date(Date.now() - ageMs);
  await utimes(path, then, then);
  await server.deps.storage.put(key, path);
}

const HOUR = 3600_000;

test('[UP-02] objects without a row are deleted after the maximum duration of an upload', async () => {
  const video = await storedVideo(server, owner.id);
  const [old, fresh] = [`videos/${newId()}/original`, `videos/${newId()}/original`];
  await orphan(old, 2 * HOUR);
  await orphan(fresh, 0);
  await orphan(`photos/${owner.id}/${newId()}.webp`, 2 * HOUR);
  await orphan('photos/odd', 2 * HOUR);
  const photo = `photos/${owner.id}/${newId()}.webp`;
  await orphan(photo, 2 * HOUR);
  await server.deps.db.updateTable('users').set({ photo_key: photo }).where('id', '=', owner.id).execute();

  expect(await sweep(server.deps)).toMatchObject({ orphans: 3, lostFiles: 0 });
  expect(await storedKeys(server, 'videos/')).toEqual(
    [fresh, ...['original', 'playback', 'poster'].map((kind) => `videos/${video}/${kind}`)].sort(),
  );
  expect(await storedKeys(server, 'photos/')).toEqual([photo]);
  expect(await sweep(server.deps, { orphanAgeMs: -1000 })).toMatchObject({ orphans: 1 });
});

test('[UP-02] deletes nothing while a column with storage keys is unlisted, and nothing outside the known folders', async () => {
  const { db, storage } = server.deps;
  const [known, other] = [`videos/${newId()}/original`, `letters/${newId()}/letter.pdf`];
  await orphan(known, 2 * HOUR);
  await orphan(other, 2 * HOUR);
  await sql`alter table prompts add column letter storage_key`.execute(db);
  try {
    expect(await sweep(server.deps)).toMatchObject({ orphans: 0 });
    expect(await storage.stat(known)).not.toBeNull();
  } finally {
    await sql`alter table prompts drop column letter`.execute(db);
  }
  expect(await sweep(server.deps)).toMatchObject({ orphans: 1 });
  expect([await storage.stat(known), await storage.stat(other)]).toEqual([
    null,
    expect.objectContaining({ key: other }),
  ]);
});

test('[UP-02] staging folders unchanged for a day are deleted, those in use stay', async () => {
  const staging = join(server.dataDir, 'media/staging');
  await sweep(server.deps, { stagingAgeMs: -1000 });
  const make = async (name: string, folderAge: number, fileAge: number) => {
    const folder = join(staging, name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'upload'), 'x');
    const [folderTime, fileTime] = [new Date(Date.now() - folderAge), new Date(Date.now() - fileAge)];
    await utimes(join(folder, 'upload'), fileTime, fileTime);
    await utimes(folder, folderTime, folderTime);
  };
  await make('work-old', 30 * HOUR, 30 * HOUR);
  await make('work-slow', 30 * HOUR, HOUR);
  expect((await sweep(server.deps)).stagingFolders).toBe(1);
  expect((await sweep(server.deps, { stagingAgeMs: -1000 })).stagingFolders).toBe(1);
});

test('[UP-02] the space of an upload whose process was killed is released', async () => {
  for (const expires_at of [new Date(Date.now() - 1000), new Date(Date.now() + 60_000)]) {
    await server.deps.db
      .insertInto('uploads')
      .values({ id: newId(), owner_id: owner.id, size: 5, metadata: '', expires_at, resumable: false })
      .execute();
  }
  expect((await sweep(server.deps)).uploads).toBe(1);
});

test('[UP-02] a video whose file is lost fails with that reason', async () => {
  const id = await storedVideo(server, owner.id, { permission: 'everyone' });
  await server.deps.storage.delete(`videos/${id}/playback`);
  expect((await sweep(server.deps)).lostFiles).toBe(1);
  const [video] = (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json();
  expect(video).toMatchObject({ status: 'failed', status_reason: expect.stringContaining('missing') });
  expect((await sweep(server.deps)).lostFiles).toBe(0);
});

test('[UP-02] lost renditions and preview images are made again, and the video still plays', async () => {
  const id = await storedVideo(server, owner.id, { permission: 'everyone' });
  await storedRenditions(server, id);
  const keys = ['original', 'playback', 'poster', 'preview', 'rendition'].map((kind) => `videos/${id}/${kind}`).sort();
  const read = async () => (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json()[0];
  expect(await sweep(server.deps, { orphanAgeMs: -1000 })).toMatchObject({ orphans: 0, lostFiles: 0 });
  expect(await storedKeys(server, `videos/${id}/`)).toEqual(keys);
  expect(await read()).toMatchObject({
    hls_url: expect.stringMatching(/\/hls\.m3u8\?v=[0-9a-f]{8}$/),
    preview_url: expect.stringMatching(/\/preview\.vtt\?v=[0-9a-f]{8}$/),
  });

  await server.deps.storage.delete(`videos/${id}/rendition`);
  expect(await sweep(server.deps, { orphanAgeMs: -1000 })).toMatchObject({ orphans: 1, lostFiles: 1 });
  expect(await read()).toMatchObject({ status: 'ready', hls_url: null, preview_url: null });
  expect(await storedKeys(server, `videos/${id}/`)).toEqual(keys.slice(0, 3));
  const tried: string[] = [];
  await server.deps.jobs.drain([
    { job: makeRenditionsJob, concurrency: 1, run: async ({ videoId }) => void tried.push(videoId) },
  ]);
  expect(tried).toEqual([id]);
});

test('[UP-02] keeps stored chunks of a video; if one is lost, all are discarded, and the video does not fail', async () => {
  const id = await storedVideo(server, owner.id, { status: 'processing' });
  await storedPieces(server, id);
  const pieces = () => server.deps.db.selectFrom('pieces').select('number').where('video_id', '=', id).execute();
  await sweep(server.deps, { orphanAgeMs: -1000 });
  expect(await storedKeys(server, `videos/${id}/`)).toContain(`videos/${id}/piece.nut`);
  expect(await pieces()).toHaveLength(2);

  await server.deps.storage.delete(`videos/${id}/piece.nut`);
  expect((await sweep(server.deps)).lostFiles).toBe(1);
  expect(await pieces()).toEqual([]);
  const split = server.deps.db.selectFrom('splits').select('abandoned_at').where('id', '=', id);
  expect(await split.execute()).toEqual([{ abandoned_at: expect.any(Date) }]);
  const video = server.deps.db.selectFrom('videos').select('status').where('id', '=', id);
  expect(await video.execute()).toEqual([{ status: 'processing' }]);
  // All attempts have ended by this time.
  await deleteOldSplits(server.deps.db, Date.now() + 4 * 24 * HOUR);
  expect(await split.execute()).toHaveLength(1);
  await deleteOldSplits(server.deps.db, Date.now() + 6 * 24 * HOUR);
  expect(await split.execute()).toEqual([]);
});

test('[UP-02] lists the storage, and checks single files only if they are missing in the listing', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push(await storedVideo(server, owner.id));
  const asked: string[] = [];
  const storage: Storage = {
    ...server.deps.storage,
    stat(key) {
      asked.push(key);
      return server.deps.storage.stat(key);
    },
  };
  expect((await sweep({ ...server.deps, storage })).lostFiles).toBe(0);
  expect(asked).toEqual([]);
  for (const id of [ids[0], ids[2]]) await storage.delete(`videos/${id}/poster`);
  expect((await sweep({ ...server.deps, storage })).lostFiles).toBe(2);
  expect(asked).toEqual([`videos/${ids[0]}/poster`, `videos/${ids[2]}/poster`]);
});

test('[UP-02] an object store that does not respond ends the sweep, and no video fails', async () => {
  const id = await storedVideo(server, owner.id);
  const away: S3Settings = {
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    bucket: 'kinreel',
    prefix: '',
    direct: null,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
  };
  const storage = createS3Storage(away, join(server.dataDir, 'away'));
  await expect(sweep({ ...server.deps, storage })).rejects.toBeInstanceOf(StorageUnavailableError);
  const failed = await server.deps.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst();
  expect(failed?.status).toBe('ready');
});

test('[UP-02] an unavailable storage does not make every video fail', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1) ids.push(await storedVideo(server, owner.id));
  for (const id of ids) {
    for await (const { key } of server.deps.storage.list(`videos/${id}/`)) await server.deps.storage.delete(key);
  }
  expect((await sweep(server.deps)).lostFiles).toBe(0);
});
