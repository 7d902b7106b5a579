import type { VideoStatus } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import type { LiveEvent } from '../../platform/db/events.ts';
import { newId } from '../../platform/ids.ts';
import { LONG_SECONDS } from '../../platform/jobs/fair-queue.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedKeys, storedVideo } from '../../testing/stored-video.ts';
import {
  createVideo,
  failVideo,
  failVideoWithLostFile,
  publishVideo,
  restartVideo,
  updateProgress,
} from './video-lifecycle.ts';
import { secondsOfWork } from './video-work.service.ts';
import { makeRenditionsJob, prepareVideoJob } from './videos.job-definition.ts';

let server: TestServer;
let owner: TestPerson;
/** Live events of the owner's open pages. */
const events: LiveEvent[] = [];

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  owner = await loginAs(server);
  await server.deps.events.subscribe(owner.id, { onEvent: (event) => events.push(event), onLost: () => {} });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await takeJobs();
  events.length = 0;
});

const transaction = <T>(run: (tx: Tx) => Promise<T>) => server.deps.db.transaction().execute(run);

/** Removes the jobs from the queue without running them. */
async function takeJobs(): Promise<string[]> {
  const taken: string[] = [];
  const take = (name: string) => async (payload: object) => void taken.push(`${name} ${JSON.stringify(payload)}`);
  await server.deps.jobs.drain([
    { job: prepareVideoJob, concurrency: 1, run: take('prepare') },
    { job: makeRenditionsJob, concurrency: 1, run: take('renditions') },
  ]);
  return taken;
}

const rowOf = (id: string) =>
  server.deps.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const notifications = async () =>
  (await server.deps.db.selectFrom('notifications').select('kind').execute()).map(({ kind }) => kind);
const eventOf = (id: string, status: VideoStatus, progress: number) => ({
  name: 'video',
  data: { id, status, progress },
});
/** All values that a transition can change. */
async function stateOf(id: string) {
  const files = await server.deps.db.selectFrom('video_files').select('key').where('video_id', '=', id).execute();
  return { row: await rowOf(id), files: files.length, jobs: await takeJobs(), notifications: await notifications() };
}

const playback = (videoId: string) => ({
  kind: 'playback' as const,
  key: `videos/${videoId}/${newId()}.mp4`,
  contentType: 'video/mp4',
  size: 1,
  sha256: 'ab',
});
const FACTS = {
  durationMs: 1500,
  missingMs: null,
  notes: [],
  width: 320,
  height: 180,
  thumbhash: Buffer.from([1, 2]),
};
const publish = (id: string, preparation?: number) =>
  transaction((tx) => publishVideo(server.deps, tx, { videoId: id, preparation }, [playback(id)], FACTS));
const fail = (id: string, preparation?: number) =>
  transaction((tx) => failVideo(server.deps, tx, { videoId: id, preparation }, { code: 'damaged' }));
const restart = (id: string) => transaction((tx) => restartVideo(server.deps, tx, id));

async function created(): Promise<string> {
  const id = newId();
  const original = { contentType: 'video/mp4', size: 10, sha256: 'cd', name: 'Holiday.mp4' };
  await transaction((tx) =>
    createVideo(server.deps, tx, {
      id,
      ownerId: owner.id,
      promptId: 26,
      permission: 'invite-only',
      durationMs: null,
      original: { ...original, key: `videos/${id}/original` },
    }),
  );
  return id;
}

test('[UP-02] jobs of a video have the queue position of its owner, and the work estimated by duration and size', async () => {
  const id = await created();
  const turns = async () => {
    const { rows } = await sql<{ owner: string; work: number }>`
      select data ->> 'ownerId' as owner, (data ->> 'work')::int as work from pgboss.job
      where data -> 'payload' ->> 'videoId' = ${id} and state = 'created' order by created_on`.execute(server.deps.db);
    return rows;
  };
  expect(await turns()).toEqual([{ owner: owner.id, work: 1 }]);
  await publish(id);
  expect(await turns()).toEqual([
    { owner: owner.id, work: 1 },
    { owner: owner.id, work: 5 },
  ]);
  const work = (durationMs: number | null, bytes: number, pixelRate: number | null = null) =>
    secondsOfWork({ durationMs, bytes, pixelRate });
  expect([work(60_000, 1_000_000), work(10_000, 80_000_000), work(null, 90_000_000)]).toEqual([60, 20, 90]);
  // A small picture counts at least its duration; 29 black seconds in 8K with 60 frames count more.
  expect(work(60_000, 1_000_000, 320 * 240 * 15)).toBe(60);
  expect(work(29_000, 1_900_000, 7680 * 4320 * 60)).toBeGreaterThan(20 * LONG_SECONDS);
});

describe('each transition has its job, notification and live event', () => {
  test('[UP-02][VID-06] create, progress, publish', async () => {
    const id = await created();
    expect(await rowOf(id)).toMatchObject({ status: 'processing', progress: 0, preparation: 1, status_code: null });
    expect(await takeJobs()).toEqual([`prepare {"videoId":"${id}","preparation":1}`]);
    expect(await updateProgress(server.deps.db, { videoId: id, preparation: 1 }, 40)).toBe(true);
    expect(await publish(id, 1)).toBe(true);
    expect(await stateOf(id)).toMatchObject({
      row: { status: 'ready', progress: 100, duration_ms: 1500, width: 320, height: 180 },
      files: 2,
      jobs: [`renditions {"videoId":"${id}"}`],
      notifications: ['video-ready'],
    });
    await expect
      .poll(() => events)
      .toEqual([eventOf(id, 'processing', 0), eventOf(id, 'processing', 40), eventOf(id, 'ready', 100)]);
  });

  test('[UP-07] fail, and restart', async () => {
    const id = await storedVideo(server, owner.id, { status: 'processing' });
    const failure = { code: 'too_long' as const, params: { max_seconds: 7200 } };
    expect(await transaction((tx) => failVideo(server.deps, tx, { videoId: id, preparation: 1 }, failure))).toBe(true);
    expect(await stateOf(id)).toMatchObject({
      row: { status: 'failed', status_code: 'too_long', status_params: { max_seconds: 7200 } },
      notifications: ['video-failed'],
    });
    const [shown] = (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json();
    expect(shown).toMatchObject({
      status_code: 'too_long',
      status_params: { max_seconds: 7200 },
      status_reason: 'This video is too long. Please upload a shorter one.',
    });

    const outdated = await restart(id);
    expect(outdated?.sort()).toEqual([`videos/${id}/playback`, `videos/${id}/poster`]);
    expect(await stateOf(id)).toMatchObject({
      row: { status: 'processing', progress: 0, preparation: 2, status_code: null, status_params: {} },
      files: 1,
      jobs: [`prepare {"videoId":"${id}","preparation":2}`],
      notifications: [],
    });
    await expect.poll(() => events).toEqual([eventOf(id, 'failed', 0), eventOf(id, 'processing', 0)]);
  });

  test('[UP-02] a lost file', async () => {
    const id = await storedVideo(server, owner.id);
    const lost = { videoId: id, status: 'ready' as const, fileKey: `videos/${id}/playback` };
    expect(await transaction((tx) => failVideoWithLostFile(server.deps, tx, lost))).toBe(true);
    expect(await stateOf(id)).toMatchObject({
      row: { status: 'failed', status_code: 'file_missing' },
      files: 3,
      notifications: ['video-failed'],
    });
    await expect.poll(() => events).toEqual([eventOf(id, 'failed', 0)]);
    expect(await storedKeys(server, `videos/${id}/`)).toHaveLength(3);
  });

  test('[UP-02] a rolled back transaction creates no job, notification or event', async () => {
    const id = await storedVideo(server, owner.id, { status: 'processing' });
    const before = await stateOf(id);
    const rolledBack = transaction(async (tx) => {
      await publishVideo(server.deps, tx, { videoId: id }, [{ ...playback(id), kind: 'playback' }], FACTS);
      throw new Error('never committed');
    });
    await expect(rolledBack).rejects.toThrow();
    expect(await stateOf(id)).toEqual(before);
    await updateProgress(server.deps.db, { videoId: id }, 7);
    await expect.poll(() => events).toEqual([eventOf(id, 'processing', 7)]);
  });
});

describe('a late transition has no effect', () => {
  async function expectUnchanged(id: string, run: () => Promise<unknown>, result: unknown): Promise<void> {
    const before = { ...(await stateOf(id)), jobs: [] };
    expect(await run()).toBe(result);
    expect(await stateOf(id)).toEqual(before);
  }

  test.each(['ready', 'failed'] as const)('[UP-02] a video that is %s cannot fail or be published', async (status) => {
    const id = await storedVideo(server, owner.id, { status });
    await expectUnchanged(id, () => fail(id), false);
    await expectUnchanged(id, () => publish(id), false);
    await expectUnchanged(id, () => updateProgress(server.deps.db, { videoId: id }, 50), false);
    expect(events).toEqual([]);
  });

  test.each(['ready', 'processing'] as const)('[UP-07] a video that is %s cannot be restarted', async (status) => {
    const id = await storedVideo(server, owner.id, { status });
    await expectUnchanged(id, () => restart(id), null);
    expect(events).toEqual([]);
  });

  test('[UP-07] an attempt of an earlier preparation does not change the one after a retry', async () => {
    const id = await storedVideo(server, owner.id, { status: 'processing' });
    await fail(id, 1);
    await restart(id);
    await expectUnchanged(id, () => fail(id, 1), false);
    await expectUnchanged(id, () => publish(id, 1), false);
    await expectUnchanged(id, () => updateProgress(server.deps.db, { videoId: id, preparation: 1 }, 50), false);
    expect(await publish(id, 2)).toBe(true);
    await expectUnchanged(id, () => fail(id, 2), false);
  });

  test('[UP-02] a lost file fails the video only if the video is in the same state and still has that file', async () => {
    const id = await storedVideo(server, owner.id);
    const lost = (status: VideoStatus, file: string) => () =>
      transaction((tx) =>
        failVideoWithLostFile(server.deps, tx, { videoId: id, status, fileKey: `videos/${id}/${file}` }),
      );
    await expectUnchanged(id, lost('processing', 'playback'), false);
    await expectUnchanged(id, lost('ready', 'earlier.mp4'), false);
    expect(await lost('ready', 'playback')()).toBe(true);
  });

  test('[UP-02] of a concurrent failure and publication only one takes effect', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await storedVideo(server, owner.id, { status: 'processing' });
      await server.deps.db
        .deleteFrom('video_files')
        .where('video_id', '=', id)
        .where('kind', '<>', 'original')
        .execute();
      const [failed, published] = await Promise.all([fail(id, 1), publish(id, 1)]);
      expect([failed, published].filter(Boolean)).toHaveLength(1);
      expect((await rowOf(id)).status).toBe(failed ? 'failed' : 'ready');
    }
  });

  test('[VID-04] a deleted video stays deleted', async () => {
    const id = newId();
    expect([await fail(id), await publish(id), await restart(id)]).toEqual([false, false, null]);
    expect(await updateProgress(server.deps.db, { videoId: id }, 50)).toBe(false);
  });
});
