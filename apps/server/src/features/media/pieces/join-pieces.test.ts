import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Video } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { newId } from '../../../platform/ids.ts';
import { type AnyJobHandler, GoneError } from '../../../platform/jobs/jobs.ts';
import { announceWorker, countWorkers } from '../../../platform/jobs/workers.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { runningPrograms } from '../../../testing/running-programs.ts';
import { storedKeys } from '../../../testing/stored-video.ts';
import { encodePieceJob } from '../../videos/videos.job-definition.ts';
import { encodePieceFailedHandler, encodePieceHandlers } from '../jobs/encode-piece.jobs.ts';
import { makeRenditionsHandler } from '../jobs/make-renditions.jobs.ts';
import { prepareVideoHandler } from '../jobs/prepare-video.jobs.ts';
import { PiecesGivenUpError } from './join-pieces.ts';

const execute = promisify(execFile);

/** Length of a video of two chunks: from 0 to 62, and to the end. */
const SECONDS = 121;
const JOINTS = [62];

describeWithFfmpeg('a video that is encoded in chunks', { timeout: 600_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    owner = await loginAs(server);
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });

  /** Registers other workers. */
  async function otherWorkers(count: number): Promise<void> {
    const { config, log } = server.deps;
    const leave = await Promise.all(Array.from({ length: count }, () => announceWorker(config.databaseUrl ?? '', log)));
    onTestFinished(async () => {
      await Promise.all(leave.map((stop) => stop()));
    });
    await expect.poll(() => countWorkers(server.deps.db)).toBe(count);
  }
  /** A video that no browser plays, with B-frames, and sound that is not aligned with the chunks. */
  const clip = (rate: string) =>
    files.make(
      'film.mov',
      ...['-f', 'lavfi', '-i', `testsrc2=size=600x600:rate=${rate}:duration=${SECONDS}`],
      ...tone(SECONDS),
      // Enough sound that the bit rate allows all sizes.
      ...['-c:v', 'mpeg4', '-q:v', '2', '-g', '25', '-bf', '2', '-c:a', 'pcm_s32le', '-ar', '88200', '-ac', '2'],
    );
  async function upload(path: string): Promise<string> {
    const id = newId();
    const { db, storage } = server.deps;
    const folder = await storage.stagingFolder();
    const key = `videos/${id}/original`;
    await copyFile(path, join(folder, 'copy'));
    await storage.put(key, join(folder, 'copy'));
    await rm(folder, { recursive: true });
    await db.insertInto('videos').values({ id, owner_id: owner.id, prompt_id: 1, permission: 'invite-only' }).execute();
    await db
      .insertInto('video_files')
      .values({ video_id: id, kind: 'original', key, content_type: 'video/quicktime', size: 1, sha256: '', name: 'a' })
      .execute();
    return id;
  }
  /** Runs a job together with the chunk jobs that it waits for. @returns how many chunk jobs ran */
  async function runWithPieces(handler: AnyJobHandler, videoId: string): Promise<number> {
    const { jobs } = server.deps;
    const pieces = encodePieceHandlers(server.deps).map((one) => ({ ...one, after: undefined }) as AnyJobHandler);
    let isOver = false;
    const running = handler.run({ videoId }, { signal: new AbortController().signal }).finally(() => {
      isOver = true;
    });
    running.catch(() => {});
    let count = 0;
    while (!isOver) {
      count += await jobs.drain(pieces);
      await Promise.race([running.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 100))]);
    }
    await running;
    return count;
  }
  const read = async (id: string): Promise<Video> =>
    (await server.app.inject({ url: `/api/video/${id}`, headers: owner.headers })).json()[0];
  /** Local copies of playback file and renditions, by size. */
  async function delivered(id: string): Promise<Record<string, string>> {
    const { db, storage } = server.deps;
    const playback = await db
      .selectFrom('video_files')
      .select(['kind as name', 'key'])
      .where('video_id', '=', id)
      .where('kind', '=', 'playback')
      .execute();
    const sizes = await db.selectFrom('renditions').select(['name', 'key']).where('video_id', '=', id).execute();
    const paths: Record<string, string> = {};
    for (const { name, key } of [...playback, ...sizes]) {
      paths[name] = join(files.folder, `${id}-${name}.mp4`);
      await pipeline(await storage.open(key), createWriteStream(paths[name] ?? ''));
    }
    return paths;
  }
  /** All packets of a stream: time, duration, key frame flag; of sound also the content. */
  async function packets(path: string, stream: 'v' | 'a'): Promise<string[]> {
    const entries = `packet=pts_time,duration_time,flags${stream === 'a' ? ',data_hash' : ''}`;
    const args = ['-v', 'error', '-select_streams', stream, '-show_data_hash', 'md5', '-show_entries', entries];
    const { stdout } = await execute((tools as MediaTools).ffprobe, [...args, '-of', 'csv=p=0', path], {
      maxBuffer: 64_000_000,
    });
    return stdout.trim().split('\n');
  }
  /** Similarity of each frame in both files: SSIM, 1 is identical. */
  async function likeness(one: string, other: string): Promise<number[]> {
    const log = join(files.folder, `${newId()}.txt`);
    await execute((tools as MediaTools).ffmpeg, [
      ...['-v', 'error', '-i', one, '-i', other, '-lavfi', `[0:v][1:v]ssim=stats_file=${log}`, '-f', 'null', '-'],
    ]);
    return [...(await readFile(log, 'utf8')).matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value));
  }

  it('[UP-02] equals a video encoded as a whole: times of all frames and key frames, and all bytes of the sound', async () => {
    // With this rate no frame is at a whole second.
    const path = await clip('2000/1001');
    const whole = await upload(path);
    await prepareVideoHandler(server.deps).run({ videoId: whole }, { signal: new AbortController().signal });
    await makeRenditionsHandler(server.deps).run({ videoId: whole }, { signal: new AbortController().signal });
    await otherWorkers(2);
    const split = await upload(path);
    expect(await runWithPieces(prepareVideoHandler(server.deps), split)).toBe(1);
    expect(await runWithPieces(makeRenditionsHandler(server.deps), split)).toBe(1);

    const [one, other] = [await delivered(whole), await delivered(split)];
    for (const files of [one, other]) expect(Object.keys(files).sort()).toEqual(['240', '480', '600', 'playback']);
    for (const [size, file] of Object.entries(one)) {
      const joined = other[size] ?? '';
      expect(await packets(joined, 'v'), size).toEqual(await packets(file, 'v'));
      expect(await packets(joined, 'a'), size).toEqual(await packets(file, 'a'));
    }
    const alike = await likeness(other.playback ?? '', one.playback ?? '');
    const fps = alike.length / SECONDS;
    expect(Math.min(...alike)).toBeGreaterThan(0.95);
    for (const joint of JOINTS) {
      const around = alike.slice(Math.floor((joint - 1) * fps), Math.ceil((joint + 1) * fps));
      expect(Math.min(...around), `at ${joint} s`).toBeGreaterThan(0.97);
    }
    const [shown, expected] = [await read(split), await read(whole)];
    expect(shown.loudness).toEqual(expected.loudness);
    expect(shown.duration).toBe(expected.duration);
    expect(shown).toMatchObject({ status: 'ready', hls_url: expect.any(String), preview_url: expect.any(String) });
    expect((await storedKeys(server, `videos/${split}/`)).filter((key) => key.endsWith('.nut'))).toEqual([]);
    expect(await piecesOf(split)).toEqual([]);
    // Its fragments are complete.
    const growing = await server.deps.db
      .selectFrom('growing_videos')
      .selectAll()
      .where('video_id', '=', split)
      .execute();
    expect(growing).toMatchObject([{ ended_at: expect.any(Date) }]);
    expect(Math.abs((growing[0]?.seconds ?? 0) - SECONDS)).toBeLessThan(1);
  });

  /** Starts to prepare a video, and waits until its first chunk is stored. */
  async function begin(path: string) {
    const id = await upload(path);
    const stop = new AbortController();
    const running = prepareVideoHandler(server.deps).run({ videoId: id }, { signal: stop.signal });
    const ended = running.then(
      () => null,
      (error: unknown) => error,
    );
    await expect.poll(async () => (await piecesOf(id))[0]?.key ?? null, { timeout: 60_000 }).not.toBeNull();
    return { id, stop, ended };
  }
  const piecesOf = (id: string) =>
    server.deps.db
      .selectFrom('pieces')
      .innerJoin('splits', 'splits.id', 'split_id')
      .select(['split_id', 'number', 'key'])
      .where('pieces.video_id', '=', id)
      .orderBy('number')
      .execute();
  const statusOf = async (id: string) =>
    (await server.deps.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst())?.status;
  /** Three chunks that are encoded very fast. */
  const quick = () => files.make('quick.mov', ...picture(165, '160x120', 2), '-c:v', 'mpeg4', '-q:v', '2', '-g', '5');

  it('[UP-02] the next attempt reuses the chunks of an interrupted one, also without other workers', async () => {
    await otherWorkers(2);
    const { id, stop, ended } = await begin(await quick());
    stop.abort(new Error('stopped'));
    expect(await ended).toMatchObject({ message: 'stopped' });
    const [, second] = await piecesOf(id);
    const job = { splitId: second?.split_id ?? '', number: 1 };
    const lost = sql`delete from pgboss.job where name = 'encode-piece' and data -> 'payload' ->> 'number' = '2'`;
    await lost.execute(server.deps.db);
    await server.deps.jobs.drain(encodePieceHandlers(server.deps));
    const before = await piecesOf(id);
    expect(before.map(({ key }) => key !== null)).toEqual([true, true, false]);
    expect(await server.deps.jobs.isQueued(server.deps.db, encodePieceJob, job)).toBe(false);
    // Only the last chunk is missing, and its lost job was enqueued again.
    expect(await runWithPieces(prepareVideoHandler(server.deps), id)).toBe(1);
    expect(await statusOf(id)).toBe('ready');
    expect((await storedKeys(server, `videos/${id}/`)).filter((key) => key.endsWith('.nut'))).toEqual([]);
  });

  it('[UP-02] is encoded as a whole if a chunk fails permanently or has wrong content', async () => {
    await otherWorkers(2);
    const failed = await begin(await quick());
    const [piece] = await piecesOf(failed.id);
    await encodePieceFailedHandler(server.deps).run(
      { splitId: piece?.split_id ?? '', number: 1 },
      { signal: new AbortController().signal },
    );
    expect(await failed.ended).toBeInstanceOf(PiecesGivenUpError);

    const wrong = await begin(await quick());
    const key = `videos/${wrong.id}/${newId()}.nut`;
    const path = join(await server.deps.storage.stagingFolder(), 'file');
    await writeFile(path, 'not a chunk');
    await server.deps.storage.put(key, path);
    const change = server.deps.db.updateTable('pieces').set({ key, size: 11, sha256: 'a' });
    await change.where('video_id', '=', wrong.id).where('number', '=', 1).execute();
    expect(await wrong.ended).toBeInstanceOf(PiecesGivenUpError);

    for (const { id } of [failed, wrong]) {
      expect(await statusOf(id)).toBe('processing');
      expect(await piecesOf(id)).toEqual([]);
      await runWithPieces(prepareVideoHandler(server.deps), id);
      expect(await piecesOf(id)).toEqual([]);
      expect(await statusOf(id)).toBe('ready');
    }
    expect(await server.deps.db.selectFrom('splits').select('id').execute()).toEqual([]);
  });

  it('[VID-04] deleting the video stops the encoders of its chunks and removes them', async () => {
    await otherWorkers(2);
    const id = await upload(
      await files.make('slow.mov', ...picture(130, '1280x720', 10), '-c:v', 'mpeg4', '-q:v', '3'),
    );
    const staging = join(server.dataDir, 'media', 'staging');
    const running = prepareVideoHandler(server.deps).run({ videoId: id }, { signal: new AbortController().signal });
    const ended = running.catch((error: unknown) => error);
    await expect.poll(() => piecesOf(id), { timeout: 60_000 }).toHaveLength(2);
    const piece = server.deps.jobs.drain(encodePieceHandlers(server.deps));
    await expect
      .poll(() => runningPrograms(`${staging}/`, 'libx264'), { timeout: 60_000, interval: 20 })
      .toHaveLength(2);
    await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers: owner.headers });
    expect(await ended).toBeInstanceOf(GoneError);
    await piece;
    expect(await runningPrograms(`${staging}/`, 'libx264')).toEqual([]);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
    expect(await piecesOf(id)).toEqual([]);
    const { rows } = await sql`select output from pgboss.job
      where name = 'encode-piece' and state = 'completed' and output is not null`.execute(server.deps.db);
    expect(rows).toEqual([{ output: { gone: 'no longer needed' } }]);
  });
});
