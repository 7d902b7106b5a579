import type { WatchersResponse, WatchPosition } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { upsertPosition } from './watching.queries.ts';
import { movePositions } from './watching.service.ts';

let server: TestServer;
let owner: TestPerson;
let viewer: TestPerson;
let videoId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, viewer] = await Promise.all([loginAs(server), loginAs(server)]);
});
afterAll(() => server.stop());
beforeEach(async () => {
  videoId = await storedVideo(server, owner.id, { permission: 'everyone' });
  await server.deps.db.updateTable('videos').set({ duration_ms: 300_000 }).where('id', '=', videoId).execute();
});

const read = (who: TestPerson, id = videoId) =>
  server.app.inject({ url: `/api/video/${id}/position`, headers: who.headers });
const save = (who: TestPerson, seconds: unknown, id = videoId) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/video/${id}/position`,
    headers: who.headers,
    payload: { seconds, preparation: 1 } as object,
  });
const positionOf = async (who: TestPerson): Promise<WatchPosition> => (await read(who)).json();
const rows = () => server.deps.db.selectFrom('watch_positions').selectAll().execute();

test('[WATCH-02] a video that was never watched starts at the beginning', async () => {
  expect(await positionOf(viewer)).toEqual({ seconds: 0, finished: false, watched_at: null });
});

test('[WATCH-02] it resumes where the person stopped last, and each person has their own position', async () => {
  expect((await save(viewer, 42.5)).json()).toMatchObject({ seconds: 42.5, finished: false });
  await save(owner, 7);
  const before = await positionOf(viewer);
  await save(viewer, 120);
  const after = await positionOf(viewer);
  expect(after).toMatchObject({ seconds: 120, finished: false });
  expect(Date.parse(after.watched_at ?? '')).toBeGreaterThan(Date.parse(before.watched_at ?? ''));
  expect(await positionOf(owner)).toMatchObject({ seconds: 7 });
});

test('[WATCH-02] near the end it is finished and starts again; watched again, it has a position', async () => {
  expect((await save(viewer, 295)).json()).toMatchObject({ seconds: 0, finished: true });
  expect(await positionOf(viewer)).toMatchObject({ seconds: 0, finished: true, watched_at: expect.any(String) });
  await save(viewer, 30);
  expect(await positionOf(viewer)).toMatchObject({ seconds: 30, finished: false });
});

test('[WATCH-02] a video of unknown duration is never finished', async () => {
  await server.deps.db.updateTable('videos').set({ duration_ms: null }).where('id', '=', videoId).execute();
  expect((await save(viewer, 42)).json()).toMatchObject({ seconds: 42, finished: false });
});

test('[WATCH-02] a position is saved only for its video, unless that was prepared again', async () => {
  const { db } = server.deps;
  const other = await storedVideo(server, owner.id, { permission: 'everyone' });
  await save(viewer, 20);
  expect((await read(viewer, other)).json()).toMatchObject({ seconds: 0, watched_at: null });
  expect((await rows()).filter((row) => row.video_id === other)).toEqual([]);
  const saved = { seconds: 50, finished: false };
  await upsertPosition(db, { videoId, preparation: 0 }, viewer.id, saved);
  expect(await positionOf(viewer)).toMatchObject({ seconds: 20 });
  // Hidden after the request was checked.
  await db.updateTable('videos').set({ permission: 'invite-only' }).where('id', '=', videoId).execute();
  await upsertPosition(db, { videoId, preparation: 1 }, viewer.id, saved);
  expect((await rows()).filter((row) => row.video_id === videoId)).toMatchObject([{ seconds: 20 }]);
});

test('[WATCH-02] a trim shifts only positions in its video, and resets those outside', async () => {
  const other = await storedVideo(server, owner.id, { permission: 'everyone' });
  await save(viewer, 20, other);
  for (const [seconds, moved] of [
    [10, 0],
    [9, 0],
    [40, 30],
    [60, 50],
    [61, 0],
  ] as const) {
    await save(viewer, seconds);
    await server.deps.db.transaction().execute((tx) => movePositions(tx, videoId, { by: -10, length: 50 }));
    expect(await positionOf(viewer)).toMatchObject({ seconds: moved, finished: false });
  }
  expect((await read(viewer, other)).json()).toMatchObject({ seconds: 20 });
  await save(viewer, 299);
  await server.deps.db.transaction().execute((tx) => movePositions(tx, videoId, { by: 10, length: 310 }));
  expect(await positionOf(viewer)).toMatchObject({ seconds: 0, finished: true });
});

test('[WATCH-02][VID-05] a person who may not see a video can neither read nor save a position in it', async () => {
  await save(viewer, 60);
  const hidden = await server.app.inject({
    method: 'PUT',
    url: `/api/permission/${videoId}`,
    headers: owner.headers,
    payload: { permission: 'invite-only' },
  });
  expect(hidden.statusCode).toBe(200);
  for (const response of [await read(viewer), await save(viewer, 90), await read(viewer, newId())]) {
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('video.missing');
  }
  const [row] = (await rows()).filter((one) => one.video_id === videoId);
  expect(row).toMatchObject({ user_id: viewer.id, seconds: 60 });
});

test.each([-1, 86_401, '12', null, Number.NaN])('[WATCH-02] the position %s is rejected', async (seconds) => {
  expect((await save(viewer, seconds)).statusCode).toBe(400);
  expect(await positionOf(viewer)).toMatchObject({ watched_at: null });
});

test('[WATCH-02][VID-04] positions are deleted with the video, and with the person', async () => {
  const leaving = await loginAs(server);
  await save(viewer, 60);
  await save(leaving, 60);
  await server.deps.db.deleteFrom('users').where('id', '=', leaving.id).execute();
  expect((await rows()).filter((row) => row.video_id === videoId).map((row) => row.user_id)).toEqual([viewer.id]);
  const url = `/api/video/${videoId}`;
  expect((await server.app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
  expect((await rows()).filter((row) => row.video_id === videoId)).toEqual([]);
});

const watchers = (who: TestPerson) =>
  server.app.inject({ url: `/api/video/${videoId}/watchers`, headers: who.headers });
const watchersOf = async (): Promise<string[]> =>
  ((await watchers(owner)).json() as WatchersResponse).map(({ person }) => person.id);
const put = (who: TestPerson, url: string, payload?: object) =>
  server.app.inject({ method: 'PUT', url, headers: who.headers, ...(payload && { payload }) });
const letKnow = (who: TestPerson, shown: boolean) => put(who, '/api/watching/setting', { shown });

test('the owner sees who has watched and when, latest first; less than 5 seconds and their own watching do not count', async () => {
  const other = await loginAs(server);
  await save(owner, 60);
  await save(viewer, 4.9);
  expect(await watchersOf()).toEqual([]);
  await save(viewer, 5);
  await save(other, 299);
  expect(await watchersOf()).toEqual([other.id, viewer.id]);
  const first = (await watchers(owner)).json();
  // From the beginning again: still watched, and since the first time.
  await save(viewer, 1);
  expect((await watchers(owner)).json()).toEqual(first);
});

test('only the owner sees who has watched', async () => {
  await save(viewer, 60);
  for (const answer of [await watchers(viewer), await watchers(await loginAs(server))]) {
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'video.missing']);
  }
});

test('a person who no longer lets owners know is not listed, and is again when they do', async () => {
  await save(viewer, 60);
  const setting = async () =>
    (await server.app.inject({ url: '/api/watching/setting', headers: viewer.headers })).json();
  expect(await setting()).toEqual({ shown: true });
  expect((await letKnow(viewer, false)).statusCode).toBe(204);
  expect(await setting()).toEqual({ shown: false });
  expect(await watchersOf()).toEqual([]);
  await letKnow(viewer, true);
  expect(await watchersOf()).toEqual([viewer.id]);
});

test('people who may not see the video any more, are blocked or are leaving are not listed', async () => {
  const { db } = server.deps;
  await save(viewer, 60);
  const permit = (permission: 'everyone' | 'invite-only') =>
    db.updateTable('videos').set({ permission }).where('id', '=', videoId).execute();
  await permit('invite-only');
  expect(await watchersOf()).toEqual([]);
  await permit('everyone');
  const leave = (delete_at: Date | null) =>
    db.updateTable('users').set({ delete_at, deletion_asked_at: delete_at }).where('id', '=', viewer.id).execute();
  await leave(new Date(Date.now() + 1e9));
  expect(await watchersOf()).toEqual([]);
  await leave(null);
  expect(await watchersOf()).toEqual([viewer.id]);
  await put(viewer, `/api/blocks/${owner.id}`);
  expect(await watchersOf()).toEqual([]);
  await db.deleteFrom('blocks').execute();
});
