import { text } from 'node:stream/consumers';
import { videosResponse } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LiveEvent } from '../../../platform/db/events.ts';
import { newId } from '../../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { storedContent, storedFragments, storedKeys, storedVideo } from '../../../testing/stored-video.ts';
import { sweep } from '../../operations/maintenance/sweep.service.ts';
import { addFragment, deleteOldFragments } from '../../videos/growing-videos.service.ts';
import { failVideo, publishVideo, trimVideo } from '../../videos/video-lifecycle.ts';

let server: TestServer;
let owner: TestPerson;
let viewer: TestPerson;
const events: LiveEvent[] = [];
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  [owner, viewer] = [await loginAs(server), await loginAs(server)];
  await server.deps.events.subscribe(owner.id, { onEvent: (event) => events.push(event), onLost: () => {} });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
});

const get = (person: TestPerson, url: string) => server.app.inject({ url, headers: person.headers });
const processing = () => storedVideo(server, owner.id, { status: 'processing', permission: 'everyone' });

/** Adds a fragment without a stored object. */
function add(videoId: string, growingId: string, number: number, seconds = number === 0 ? 0 : 2): Promise<boolean> {
  const stored = { key: `videos/${videoId}/${newId()}.mp4`, size: 3, sha256: 'ab' };
  return server.deps.db
    .transaction()
    .execute((tx) => addFragment(tx, { videoId }, growingId, { number, seconds, ...stored }));
}

async function publish(videoId: string, growingId: string): Promise<boolean> {
  const { db } = server.deps;
  await db.deleteFrom('video_files').where('video_id', '=', videoId).where('kind', '<>', 'original').execute();
  const stored = { key: `videos/${videoId}/${newId()}.mp4`, contentType: 'video/mp4', size: 3, sha256: 'ab' };
  const facts = { durationMs: 4000, missingMs: null, notes: [], width: 320, height: 180, thumbhash: null };
  return db
    .transaction()
    .execute((tx) => publishVideo(server.deps, tx, { videoId }, [{ kind: 'playback', ...stored }], facts, growingId));
}

async function read(person: TestPerson, videoId: string) {
  const videos = videosResponse.parse((await get(person, `/api/video/${videoId}`)).json());
  expect(videos).toHaveLength(1);
  const [video] = videos;
  return { growing: video?.growing, sources: video?.sources };
}

test('[UP-02] the prepared part of a video can be watched while the rest is prepared; then the playlist ends', async () => {
  const id = await processing();
  const growingId = newId();
  events.length = 0;
  await add(id, growingId, 0);
  expect(await read(owner, id), 'a header alone cannot be watched').toMatchObject({ growing: null });
  const url = `/media/videos/${id}/growing/${growingId}/list.m3u8`;
  expect((await get(owner, url)).statusCode).toBe(404);
  await add(id, growingId, 1);
  expect(await read(owner, id)).toEqual({
    growing: { url, seconds: 2 },
    sources: [{ url, type: 'application/vnd.apple.mpegurl' }],
  });
  const list = await get(owner, url);
  expect(list.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': expect.stringContaining('application/vnd.apple.mpegurl'),
  });
  const start = [
    ...['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:4', '#EXT-X-PLAYLIST-TYPE:EVENT'],
    ...['#EXT-X-INDEPENDENT-SEGMENTS', '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES', '#EXT-X-MAP:URI="0.mp4"'],
    ...['#EXTINF:2.000000,', '1.mp4'],
  ];
  expect(list.body.trim().split('\n')).toEqual(start);
  await add(id, growingId, 2, 4);
  // Moves the row behind the others in its table.
  await server.deps.db
    .updateTable('fragments')
    .set({ size: 4 })
    .where('video_id', '=', id)
    .where('number', '=', 1)
    .execute();
  const longer = [...start, '#EXTINF:4.000000,', '2.mp4'];
  expect((await get(owner, url)).body.trim().split('\n')).toEqual(longer);
  expect((await read(owner, id)).growing?.seconds).toBe(6);

  expect(await publish(id, growingId)).toBe(true);
  expect((await get(owner, url)).body.trim().split('\n')).toEqual([...longer, '#EXT-X-ENDLIST']);
  expect((await read(owner, id)).growing).toBeNull();
  // One event for the URL, none for each fragment.
  await expect
    .poll(() => events)
    .toEqual([
      { name: 'video', data: { id, status: 'processing', progress: 0, growing: true } },
      { name: 'video', data: { id, status: 'ready', progress: 100 } },
    ]);
});

test('[VID-05] playlist and fragments follow the visibility rule: only the owner before the video is ready, then everybody who may see it', async () => {
  const id = await processing();
  await storedFragments(server, id);
  const stranger = await loginAs(server);
  const paths = ['list.m3u8', '0.mp4', '1.mp4', '2.mp4'].map((name) => `/media/videos/${id}/growing/${id}/${name}`);
  const statuses = (person: TestPerson) => Promise.all(paths.map(async (path) => (await get(person, path)).statusCode));
  const [seen, unseen] = [paths.map(() => 200), paths.map(() => 404)];
  expect([await statuses(owner), await statuses(viewer)]).toEqual([seen, unseen]);
  for (const path of paths) expect((await server.app.inject({ url: path })).statusCode).toBe(401);

  await server.deps.db.updateTable('videos').set({ status: 'ready' }).where('id', '=', id).execute();
  expect(await statuses(viewer)).toEqual(seen);
  expect((await get(viewer, paths[2] ?? '')).body).toBe(storedContent('fragment 1', id));
  const headers = { ...owner.headers };
  const payload = { permission: 'invite-only' };
  await server.app.inject({ method: 'PUT', url: `/api/permission/${id}`, headers, payload });
  expect([await statuses(owner), await statuses(viewer), await statuses(stranger)]).toEqual([seen, unseen, unseen]);
  // Neither another number, nor a fragment of another video.
  const other = await processing();
  for (const path of [`${id}/growing/${id}/3.mp4`, `${other}/growing/${id}/1.mp4`, `${id}/growing/${newId()}/1.mp4`]) {
    expect((await get(owner, `/media/videos/${path}`)).statusCode, path).toBe(404);
  }

  expect((await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers })).statusCode).toBeLessThan(
    300,
  );
  expect(await statuses(owner)).toEqual(unseen);
  expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
});

test('[UP-02] a new attempt replaces the fragments of a killed one once it has as many; players never mix both', async () => {
  const id = await processing();
  const [killed, next] = [newId(), newId()];
  // A header alone replaces nothing.
  expect([await add(id, killed, 0), await add(id, newId(), 0)]).toEqual([true, true]);
  for (const number of [1, 2]) expect(await add(id, killed, number)).toBe(true);
  const shown = async () => (await read(owner, id)).growing?.url.split('/').at(-2);
  await add(id, next, 0);
  await add(id, next, 1, 3.5);
  expect(await shown(), 'longer').toBe(killed);
  const listed: { id: string }[] = (await get(owner, '/api/video/userVideos')).json();
  expect(
    listed.filter((video) => video.id === id),
    'listed once, however often it grows',
  ).toHaveLength(1);
  await add(id, next, 2, 0.5);
  expect(await shown()).toBe(next);
  expect((await get(owner, `/media/videos/${id}/growing/${killed}/list.m3u8`)).statusCode).toBe(404);
  expect((await get(owner, `/media/videos/${id}/growing/${killed}/1.mp4`)).statusCode).toBe(404);
  // The first growing video, and the one that replaced it.
  await expect.poll(() => events.filter(({ data }) => JSON.stringify(data).includes(`"id":"${id}"`)).length).toBe(2);
  // A slow worker whose attempt was replaced cannot add fragments, and its progress does not count.
  expect(await add(id, killed, 3)).toBe(false);
  expect(await publish(id, killed)).toBe(true);
  expect(await server.deps.db.selectFrom('growing_videos').select('id').where('video_id', '=', id).execute()).toEqual(
    [],
  );
  expect(await add(id, newId(), 0), 'ready').toBe(false);
});

test('[UP-02] the sweep deletes fragments after viewers had time to finish; immediately if the video fails', async () => {
  const ready = await storedVideo(server, owner.id);
  await storedFragments(server, ready, { ended: true });
  const failed = await processing();
  await storedFragments(server, failed);
  const count = async (id: string) => (await storedKeys(server, `videos/${id}/`)).length;
  await deleteOldFragments(server.deps.db, Date.now() + 5 * 3600_000);
  await sweep(server.deps, { orphanAgeMs: -1000 });
  expect([await count(ready), await count(failed)]).toEqual([6, 6]);

  await server.deps.db
    .transaction()
    .execute((tx) => failVideo(server.deps, tx, { videoId: failed }, { code: 'damaged' }));
  expect((await get(owner, `/media/videos/${failed}/growing/${failed}/1.mp4`)).statusCode).toBe(404);
  await deleteOldFragments(server.deps.db, Date.now() + 7 * 3600_000);
  expect(await sweep(server.deps, { orphanAgeMs: -1000 })).toMatchObject({ orphans: 6 });
  expect([await count(ready), await count(failed)]).toEqual([3, 3]);
});

test('[UP-02] changes of one video do not affect fragments of others', async () => {
  const { db } = server.deps;
  const [other, ended] = [await processing(), await processing()];
  await storedFragments(server, other, { count: 1 });
  await storedFragments(server, ended, { ended: true });
  const rows = () =>
    db.selectFrom('fragments').select('key').where('video_id', 'in', [other, ended]).orderBy('key').execute();
  const before = await rows();
  const [published, failed, deleted] = [await processing(), await processing(), await processing()];
  const trimmed = await processing();
  for (const id of [published, failed, deleted, trimmed]) {
    for (const number of [0, 1, 2]) await add(id, id, number);
    expect(await read(owner, id)).toMatchObject({ growing: { seconds: 4 } });
  }
  for (const id of [published, trimmed]) expect(await publish(id, id)).toBe(true);
  await db.transaction().execute((tx) => failVideo(server.deps, tx, { videoId: failed }, { code: 'damaged' }));
  const change = { part: { start: 1, end: 3 }, wholeMs: 4000 };
  await db.transaction().execute((tx) => trimVideo(server.deps, tx, { videoId: trimmed, status: 'ready' }, change));
  expect(await read(owner, trimmed)).toMatchObject({ growing: null });
  const { headers } = owner;
  await server.app.inject({ method: 'DELETE', url: `/api/video/${deleted}`, headers });
  await deleteOldFragments(db);
  expect(await rows()).toEqual(before);
  expect((await read(owner, other)).growing?.seconds).toBe(2);
  const growing = await db.selectFrom('growing_videos').select(['id', 'ended_at']).execute();
  expect(new Map(growing.map(({ id, ended_at }) => [id, ended_at !== null]))).toEqual(
    new Map([
      [other, false],
      [ended, true],
      [published, true],
    ]),
  );
});

test('[UP-02] a lost fragment does not fail its video', async () => {
  const id = await processing();
  await storedFragments(server, id);
  for (const number of [1, 2]) await server.deps.storage.delete(`videos/${id}/fragment-${number}.mp4`);
  expect((await sweep(server.deps)).lostFiles).toBe(1);
  expect((await read(owner, id)).growing).toBeNull();
  const row = await server.deps.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst();
  expect(row?.status).toBe('processing');
  expect(await text(await server.deps.storage.open(`videos/${id}/original`))).toBe(storedContent('original', id));
});
