import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { newId } from '../../platform/ids.ts';
import type { AnyJobHandler } from '../../platform/jobs/jobs.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { createMediaFiles, type MediaFiles, picture } from '../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';
import { storedKeys } from '../../testing/stored-video.ts';
import { sha256, type TusSender, tusSender } from '../../testing/tus.ts';
import { encodePieceHandlers } from '../media/jobs/encode-piece.jobs.ts';
import { prepareVideoHandler } from '../media/jobs/prepare-video.jobs.ts';
import { encodePiece } from '../media/pieces/encode-piece.ts';
import { sweep } from '../operations/maintenance/sweep.service.ts';
import { earlyWorkJob } from './early-work.job-definition.ts';
import { earlyWorkHandler } from './early-work.jobs.ts';
import { removeUploadsOf } from './upload-leftovers.service.ts';

/** Duration of a video of three chunks: from 0 to 62, to 122, and to the end. */
const SECONDS = 165;
const FRAMES_PER_SECOND = 2;

describeWithFfmpeg('early encoding of an unfinished upload', { timeout: 120_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  let tus: TusSender;
  let clip: Buffer;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    owner = await loginAs(server);
    tus = tusSender(await server.listen(), owner.headers);
    clip = await readFile(await clipOf('film.mov', '-movflags', '+faststart'));
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });
  afterEach(async () => {
    await server.deps.db.deleteFrom('uploads').execute();
    await server.deps.db.deleteFrom('videos').execute();
  });

  /** A picture that no browser plays, with uncompressed sound that makes the file large. */
  const clipOf = (name: string, ...output: string[]) =>
    files.make(
      name,
      ...picture(SECONDS, '160x120', FRAMES_PER_SECOND),
      ...['-f', 'lavfi', '-i', `sine=duration=${SECONDS}:sample_rate=44100`],
      ...['-c:v', 'mpeg4', '-q:v', '2', '-g', '5', '-bf', '2', '-c:a', 'pcm_s32le', '-ac', '2', ...output],
    );
  /** Sends an upload up to a share of its bytes. */
  async function send(id: string, bytes: Buffer, share: number): Promise<void> {
    const offset = await tus.offset(id);
    const { status } = await tus.patch(id, offset, bytes.subarray(offset, Math.ceil(bytes.length * share)));
    expect(status).toBe(204);
  }
  const begin = async (bytes: Buffer, share: number) => {
    const id = await tus.begin(bytes.length, { filename: 'film.mov', prompt: '1' });
    await send(id, bytes, share);
    return id;
  };
  const atOnce = (handler: AnyJobHandler): AnyJobHandler => ({ ...handler, after: undefined }) as AnyJobHandler;
  const work = () => server.deps.jobs.drain([atOnce(earlyWorkHandler(server.deps))]);
  const pieces = () =>
    server.deps.db
      .selectFrom('pieces')
      .innerJoin('splits', 'splits.id', 'split_id')
      .select(['number', 'starts', 'ends', 'key', 'sha256', 'plan', 'upload_id', 'splits.video_id'])
      .orderBy('number')
      .execute();
  const encoded = async () => (await pieces()).map(({ key }) => key !== null);
  const splits = () => server.deps.db.selectFrom('splits').select(['upload_id', 'abandoned_at']).execute();

  it('[UP-02] encodes each chunk as soon as it has arrived, as from the complete file, and the video uses it', async () => {
    const id = await begin(clip, 0.5);
    expect(await work()).toBe(2);
    expect(await encoded()).toEqual([true, false, false]);
    await send(id, clip, 0.6);
    expect(await work()).toBe(1);
    expect(await encoded()).toEqual([true, false, false]);
    await send(id, clip, 0.8);
    expect(await work()).toBe(2);
    const early = await pieces();
    expect(early.map(({ key }) => key !== null)).toEqual([true, true, false]);
    expect(early[0]).toMatchObject({ upload_id: id, video_id: null });
    expect((await storedKeys(server, `videos/${id}/`)).sort()).toEqual(early.flatMap(({ key }) => key ?? []).sort());

    const { input, output } = await files.alone(await files.write('whole', clip));
    for (const { plan, starts, ends, sha256: hash } of early.slice(0, 2)) {
      const options = { tools: tools as MediaTools, sourceBytes: clip.length, signal: new AbortController().signal };
      await encodePiece(JSON.parse(plan), { starts, ends }, input, output, options);
      expect(hash).toBe(sha256(await readFile(output)));
    }

    await send(id, clip, 1);
    expect(await work()).toBe(0);
    const { status, body } = await tus.publish(id, { prompt: 1 });
    expect(status).toBe(201);
    const videoId = body.id ?? '';
    expect(await pieces()).toMatchObject(early.map(({ key }) => ({ key, upload_id: null, video_id: videoId })));

    // A single worker: the video is encoded in chunks only because these exist.
    const signal = new AbortController().signal;
    let isReady = false;
    const preparation = prepareVideoHandler(server.deps)
      .run({ videoId }, { signal })
      .finally(() => {
        isReady = true;
      });
    let later = 0;
    while (!isReady) {
      later += await server.deps.jobs.drain(encodePieceHandlers(server.deps).map(atOnce));
      await Promise.race([preparation, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    await preparation;
    expect(later).toBe(1);
    const playback = await server.deps.db
      .selectFrom('video_files')
      .select('key')
      .where('video_id', '=', videoId)
      .where('kind', '=', 'playback')
      .executeTakeFirstOrThrow();
    const copy = join(files.folder, 'playback.mp4');
    const folder = await server.deps.storage.stagingFolder();
    await copyFile(await server.deps.storage.materialize(playback.key, folder, 'playback', signal), copy);
    expect(await files.frames(copy)).toBe(SECONDS * FRAMES_PER_SECOND);
    expect(await splits()).toEqual([]);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
  });

  it('[UP-02] deletes the chunks of discarded and expired uploads, and of deleted accounts', async () => {
    const leftovers = async (id: string) => [await splits(), await pieces(), await storedKeys(server, `videos/${id}/`)];
    const leave = [
      (id: string) => tus.remove(id).then(({ status }) => expect(status).toBe(204)),
      () => removeUploadsOf(server.deps, owner.id),
      async (id: string) => {
        await server.deps.db
          .updateTable('uploads')
          .set({ expires_at: new Date(0) })
          .where('id', '=', id)
          .execute();
        await sweep(server.deps, { orphanAgeMs: -1000 });
      },
    ];
    for (const remove of leave) {
      const id = await begin(clip, 0.5);
      await work();
      // Chunks of an unfinished upload are not orphans.
      await sweep(server.deps, { orphanAgeMs: -1000 });
      expect((await leftovers(id))[2]).toHaveLength(1);
      await remove(id);
      expect(await leftovers(id)).toEqual([[], [], []]);
    }
  });

  it('[UP-02] a video without a duration at its beginning is probed once, and encoded when the upload is complete', async () => {
    const bytes = await readFile(await clipOf('index-at-the-end.mov'));
    const id = await begin(bytes, 0.5);
    expect(await work()).toBe(1);
    expect(await splits()).toEqual([{ upload_id: id, abandoned_at: expect.any(Date) }]);
    await send(id, bytes, 0.9);
    expect(await work()).toBe(0);
    await send(id, bytes, 1);
    expect((await tus.publish(id, { prompt: 1 })).status).toBe(201);
    expect(await splits()).toEqual([]);
  });

  it('[UP-02] a late job does nothing if its upload was published or deleted', async () => {
    const { db, jobs } = server.deps;
    const published = await begin(clip, 1);
    expect((await tus.publish(published, { prompt: 1 })).status).toBe(201);
    // Another upload, which the job must not use.
    await begin(clip, 0.5);
    await jobs.drain([atOnce({ ...earlyWorkHandler(server.deps), run: async () => {} })]);
    for (const uploadId of [published, newId()]) await jobs.enqueue(db, earlyWorkJob, { uploadId });
    expect(await work()).toBe(2);
    expect(await splits()).toEqual([]);
    const { rows } = await sql`
      select output from pgboss.job where name = 'early-work' and state <> 'completed'`.execute(db);
    expect(rows).toEqual([]);
  });

  it('[UP-02] makes no chunk from damaged bytes; the video is encoded when the upload is complete', async () => {
    const damaged = Buffer.from(clip);
    damaged.fill(0, Math.floor(clip.length * 0.1), Math.floor(clip.length * 0.45));
    const id = await begin(damaged, 0.5);
    await work();
    expect(await encoded()).toEqual([]);
    expect(await splits()).toMatchObject([{ abandoned_at: expect.any(Date) }]);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
  });
});
