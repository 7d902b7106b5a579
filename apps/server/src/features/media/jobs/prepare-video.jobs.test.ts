import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStoredObjects } from '../../../platform/db/stored-objects.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { newId } from '../../../platform/ids.ts';
import { GoneError } from '../../../platform/jobs/jobs.ts';
import { createLocalStorage } from '../../../platform/storage/local.ts';
import { startTestServer, type TestServer } from '../../../testing/index.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { createSmallDisk, hasSmallDisks } from '../../../testing/small-disk.ts';
import { storedKeys } from '../../../testing/stored-video.ts';
import { prepareVideoJob } from '../../videos/videos.job-definition.ts';
import { getVideo } from '../../videos/videos.service.ts';
import { prepareVideoFailedHandler, prepareVideoHandler } from './prepare-video.jobs.ts';

const hasDisks = await hasSmallDisks();

describeWithFfmpeg('the job that prepares a video', { timeout: 180_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: string;
  let small: string;
  let slow: string;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    owner = newId();
    await server.deps.db
      .insertInto('users')
      .values({
        id: owner,
        provider: 'test',
        subject: owner,
        email: 'odalie@example.org',
        first_name: 'Odalie',
        last_name: 'Fennick',
        first_key: 'odalie',
        last_key: 'fennick',
        city: 'Duluth',
        state: 'MN',
        country: 'United States',
        birthday: '1944-03-09',
        banner: null,
        photo_key: null,
      })
      .execute();
    small = await files.make('small.mp4', ...picture(1), ...tone(1), '-c:v', 'libx264', '-c:a', 'aac');
    slow = await files.make('slow.avi', ...picture(12, '1280x720', 30), '-c:v', 'mpeg4', '-q:v', '5');
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });

  /** A processing video with its original in storage. */
  async function waiting(source: string, storage = server.deps.storage): Promise<string> {
    const { db } = server.deps;
    const id = newId();
    const key = `videos/${id}/${newId()}.bin`;
    const folder = await storage.stagingFolder();
    const copy = join(folder, 'original');
    await copyFile(source, copy);
    const { size } = await stat(copy);
    await storage.put(key, copy);
    await rm(folder, { recursive: true });
    await db
      .insertInto('videos')
      .values({
        id,
        owner_id: owner,
        prompt_id: 1,
        permission: 'invite-only',
        duration_ms: null,
        width: null,
        height: null,
      })
      .execute();
    await db
      .insertInto('video_files')
      .values({
        video_id: id,
        kind: 'original',
        key,
        content_type: 'video/mp4',
        size,
        sha256: '',
        name: 'Holiday.mp4',
      })
      .execute();
    return id;
  }
  const rowOf = (id: string) =>
    server.deps.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const filesOf = (id: string) =>
    server.deps.db.selectFrom('video_files').selectAll().where('video_id', '=', id).orderBy('kind').execute();
  /** Storage keys of a video, without those of fragments. */
  async function keysOf(id: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of server.deps.storage.list(`videos/${id}/`)) if (!key.endsWith('.m4s')) keys.push(key);
    return keys.sort();
  }
  const run = (videoId: string, attempt: { signal?: AbortSignal } = {}) =>
    prepareVideoHandler(server.deps).run({ videoId }, { signal: new AbortController().signal, ...attempt });
  async function joined(keys: string[]): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (const key of keys) parts.push(await buffer(await server.deps.storage.open(key)));
    return Buffer.concat(parts);
  }
  const growingOf = (id: string) =>
    server.deps.db.selectFrom('growing_videos').select(['seconds', 'ended_at']).where('video_id', '=', id).execute();
  const stagingFolders = () => readdir(join(server.dataDir, 'media', 'staging'));
  async function eventually(holds: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 2400; i += 1) {
      if (await holds()) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error('nothing happened within a minute');
  }
  /** Checks that the video is published once: three rows, and exactly their objects in storage. */
  async function expectPublished(id: string) {
    const rows = await filesOf(id);
    expect(rows.map(({ kind }) => kind)).toEqual(['original', 'playback', 'poster']);
    expect(rows.map(({ key }) => key).sort()).toEqual(await keysOf(id));
    expect(await rowOf(id)).toMatchObject({ status: 'ready', progress: 100, status_code: null });
    return rows;
  }

  it('[UP-02][VID-01] a long copied video is ready before its loudness is measured', async () => {
    const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
    const id = await waiting(
      await files.make('film.mp4', ...picture(61, '64x36', 5), ...tone(61), ...h264, '-c:a', 'aac'),
    );
    await run(id);
    expect(await rowOf(id)).toMatchObject({ status: 'ready', sound_measured: false, loudness_lufs: null });
    await server.drainJobs();
    expect(await rowOf(id)).toMatchObject({ sound_measured: true, loudness_lufs: expect.closeTo(-18.5, 0) });
  });

  it.runIf(hasDisks)('[UP-02] waits while there is no disk space, and shows that only to the owner', async () => {
    const disk = await createSmallDisk(4096);
    if (!disk) throw new Error('There is no small disk.');
    const { db, jobs, config } = server.deps;
    const storage = createLocalStorage(disk.folder);
    const id = await waiting(small, storage);
    const states: unknown[] = [];
    const attempt = async (limits = config.limits) => {
      // Makes the next attempt due.
      await sql`update pgboss.job set start_after = now() where name = ${prepareVideoJob.name}`.execute(db);
      const deps = { ...server.deps, storage, config: { ...config, limits } };
      expect(await jobs.drain([prepareVideoHandler(deps), prepareVideoFailedHandler(deps)])).toBe(1);
      const { status, status_code } = await rowOf(id);
      states.push([status, status_code]);
    };
    try {
      await jobs.enqueue(db, prepareVideoJob, { videoId: id });
      await disk.fill();
      // More often than a job may fail.
      for (let times = 0; times <= prepareVideoJob.retryLimit + 1; times += 1) await attempt();
      await disk.clear();
      await attempt({ ...config.limits, diskReserveBytes: Number.MAX_SAFE_INTEGER });
      expect(states).toEqual(Array(prepareVideoJob.retryLimit + 3).fill(['processing', 'no_room']));
      expect((await getVideo(db, id, owner)).status_reason).toMatch(/no room/);
      await attempt();
      expect(states.at(-1)).toEqual(['ready', null]);
    } finally {
      await disk.remove();
      await db.deleteFrom('videos').where('id', '=', id).execute();
    }
  });

  it('[UP-02] [VID-01] makes a video ready, with playback file and poster; a repeated job changes nothing', async () => {
    const id = await waiting(small);
    const { deps } = server;
    await deps.jobs.enqueue(deps.db, prepareVideoJob, { videoId: id });
    expect(await deps.jobs.drain([prepareVideoHandler(deps)])).toBe(1);
    const [, playback, poster] = await expectPublished(id);
    expect(await rowOf(id)).toMatchObject({ width: 320, height: 180 });
    expect(Math.abs(((await rowOf(id)).duration_ms ?? 0) - 1000)).toBeLessThan(100);
    expect(playback).toMatchObject({ content_type: 'video/mp4', name: null });
    expect(poster).toMatchObject({ content_type: 'image/webp', name: null });
    expect(playback?.key).toMatch(new RegExp(`^videos/${id}/[0-9a-f-]{36}\\.mp4$`));
    for (const file of [playback, poster]) {
      const stored = await deps.storage.open(file?.key ?? '');
      const bytes = Buffer.from(await text(stored.setEncoding('latin1')), 'latin1');
      expect(bytes.length).toBe(file?.size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256);
    }

    await run(id);
    expect(await filesOf(id)).toEqual([(await filesOf(id))[0], playback, poster]);
    await expectPublished(id);
    expect(await stagingFolders()).toEqual([]);
  });

  it('[UP-02] an encoded video can be watched immediately, and its joined fragments equal the playback file', async () => {
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=9:sample_rate=44100', '-c:a', 'pcm_s16le'];
    const source = await files.make(
      'growing.avi',
      ...picture(9, '1280x720', 12),
      ...sound,
      ...['-c:v', 'mpeg4', '-q:v', '2', '-metadata', 'title=At the Fennicks'],
    );
    const id = await waiting(source);
    const { db } = server.deps;
    const growing = () => db.selectFrom('growing_videos').selectAll().where('video_id', '=', id).executeTakeFirst();
    const ended = run(id);
    await eventually(async () => ((await growing())?.seconds ?? 0) > 0);
    const statusAtFirst = (await rowOf(id)).status;
    await ended;
    expect(statusAtFirst).toBe('processing');
    expect(await growing()).toMatchObject({ ended_at: expect.any(Date) });

    const fragments = await db
      .selectFrom('fragments')
      .selectAll()
      .where('video_id', '=', id)
      .orderBy('number')
      .execute();
    expect(fragments.map(({ number, seconds }) => [number, Math.round(seconds)])).toEqual([
      ...[0, 1, 2, 3, 4].map((number) => [number, [0, 1, 1, 4, 3][number]]),
    ]);
    const whole = await joined(fragments.map(({ key }) => key));
    const [, playback] = await expectPublished(id);
    const packets = async (name: string, bytes: Buffer) => {
      const { stdout } = await promisify(execFile)((tools as MediaTools).ffmpeg, [
        ...['-v', 'error', '-i', await files.write(name, bytes), '-map', '0:v', '-map', '0:a'],
        ...['-c', 'copy', '-f', 'streamhash', '-hash', 'md5', '-'],
      ]);
      return stdout;
    };
    expect(await packets('whole.mp4', whole)).toBe(await packets('playback.mp4', await joined([playback?.key ?? ''])));
    expect((await readFile(source)).includes('Fennick')).toBe(true);
    expect(whole.includes('Fennick')).toBe(false);

    // The playback file is also a rendition, and stored once.
    await server.drainJobs();
    const renditions = await db
      .selectFrom('renditions')
      .select(['name', 'key', 'size', 'fragments'])
      .where('video_id', '=', id)
      .orderBy('width', 'desc')
      .execute();
    expect(renditions.map(({ name, key }) => [name, key === playback?.key])).toEqual([
      ['720', true],
      ['480', false],
      ['240', false],
    ]);
    const starts = renditions.map(({ fragments }) =>
      fragments.segments.map(({ seconds }) => seconds.toFixed(2)).join(),
    );
    expect(new Set(starts).size).toBe(1);
    const listed = await listStoredObjects(db, '', 1000);
    expect(listed.filter(({ key }) => key === playback?.key).map(({ kind }) => kind)).toEqual(['playback']);
  });

  describe('a long copied video', () => {
    const SECONDS = 90;
    let clip: string;
    beforeAll(async () => {
      const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '10', '-pix_fmt', 'yuv420p'];
      const inputs = [...picture(SECONDS, '128x72', 5), ...tone(SECONDS)];
      // The reserved space for the index at the front makes the file as large as a real one.
      clip = await files.make('long.mp4', ...inputs, ...h264, '-c:a', 'aac', '-moov_size', '100000000');
    });
    /** The video packets: hash, and milliseconds after the first packet. */
    async function packets(name: string, bytes: Buffer): Promise<string[]> {
      const { stdout } = await promisify(execFile)((tools as MediaTools).ffprobe, [
        ...['-v', 'error', '-select_streams', 'v', '-show_data_hash', 'md5'],
        ...['-show_entries', 'packet=pts_time,data_hash'],
        ...['-of', 'csv', await files.write(name, bytes)],
      ]);
      const rows = stdout
        .trim()
        .split('\n')
        .map((row) => row.split(','));
      // Fragments have no edit list, so with B-frames they start some frames later.
      const first = Number(rows[0]?.[1]);
      return rows.map(([, time, hash]) => `${Math.round((Number(time) - first) * 1000)} ${hash}`);
    }

    /** The same video as a transport stream, padded with null packets to the size of a real one. */
    async function asTransportStream(): Promise<string> {
      const bytes = await readFile(await files.make('long.ts', '-i', clip, '-c', 'copy'));
      const nothing = Buffer.alloc(188, 0xff);
      nothing.set([0x47, 0x1f, 0xff, 0x10]);
      const count = Math.ceil(100_000_000 / nothing.length);
      return files.write('large.ts', Buffer.concat([bytes, Buffer.alloc(count * nothing.length, nothing)]));
    }

    it.each([
      ['MP4', async () => clip],
      ['transport stream', asTransportStream],
    ])(
      '[UP-02] [VID-07] its first minute can be watched while it is copied, then the whole video: %s',
      async (_, source) => {
        const id = await waiting(await source());
        const { db } = server.deps;
        const shown: { seconds: number; key: string }[] = [];
        const attempt = run(id);
        await eventually(async () => {
          const rows = await db
            .selectFrom('fragments')
            .selectAll()
            .where('video_id', '=', id)
            .orderBy('number')
            .execute();
          if (rows.length > shown.length) shown.splice(0, shown.length, ...rows);
          return (await rowOf(id)).status === 'ready';
        });
        await attempt;
        const seconds = shown.reduce((sum, fragment) => sum + fragment.seconds, 0);
        expect(seconds).toBeGreaterThan(1);
        expect(seconds).toBeLessThan(61);
        const beginning = await joined(shown.map(({ key }) => key));
        const [, playback] = await expectPublished(id);
        const whole = await joined([playback?.key ?? '']);
        expect(await growingOf(id)).toEqual([]);
        const [some, all] = [await packets('beginning.mp4', beginning), await packets('all.mp4', whole)];
        expect(all).toHaveLength(SECONDS * 5);
        expect(some).toEqual(all.slice(0, some.length));
        // The source has a message of its encoder; the copy must not.
        expect((await readFile(clip)).includes('x264 - core')).toBe(true);
        expect(beginning.includes('x264 - core')).toBe(false);
      },
    );

    it('[UP-02] a truncated one is encoded, and its fragments replace those of the copy', async () => {
      const { size } = await stat(clip);
      const cutOff = `${clip}.half`;
      await copyFile(clip, cutOff);
      await truncate(cutOff, 100_000_000 + Math.floor((size - 100_000_000) / 2));
      const id = await waiting(cutOff);
      await run(id);
      await expectPublished(id);
      const kept = await server.deps.db.selectFrom('fragments').select('key').where('video_id', '=', id).execute();
      const stored = (await storedKeys(server, `videos/${id}/`)).filter((key) => key.endsWith('.m4s'));
      expect(stored.length, 'the copy had fragments').toBeGreaterThan(kept.length);
      const [growing, ...others] = await growingOf(id);
      expect(others).toEqual([]);
      expect(growing?.ended_at).not.toBeNull();
      const { duration_ms: duration, missing_ms: missing } = await rowOf(id);
      expect(growing?.seconds).toBeCloseTo((duration ?? 0) / 1000, 0);
      expect((missing ?? 0) + (duration ?? 0)).toBeCloseTo(SECONDS * 1000, -3);
    });
  });

  it('[UP-02] [UP-07] saves why a file cannot be used, and does not retry', async () => {
    const id = await waiting(
      await files.write('broken.mp4', Buffer.from('\0\0\0\x18ftypmp42 and then nothing', 'latin1')),
    );
    await run(id);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', status_code: 'damaged' });
    expect(await keysOf(id), 'the original is kept').toHaveLength(1);
    await run(id);
    expect(await rowOf(id)).toMatchObject({ status: 'failed', status_code: 'damaged' });
    expect(await stagingFolders()).toEqual([]);
  });

  it('[UP-07] retries after any other failure, and fails the video after the last attempt', async () => {
    const id = await waiting(small);
    const [original] = await filesOf(id);
    await server.deps.storage.delete(original?.key ?? '');
    await expect(run(id)).rejects.toThrow();
    expect(await rowOf(id)).toMatchObject({ status: 'processing' });
    await prepareVideoFailedHandler(server.deps).run({ videoId: id }, { signal: new AbortController().signal });
    expect(await rowOf(id)).toMatchObject({ status: 'failed', status_code: 'other' });
    expect(await stagingFolders()).toEqual([]);
  });

  it('[UP-02] does nothing for a deleted video', async () => {
    await run(newId());
    expect(await stagingFolders()).toEqual([]);
  });

  it('[UP-02] two concurrent attempts publish once, and notify the owner once', async () => {
    const id = await waiting(small);
    // An attempt that finds the video published ends with GoneError.
    const ended = await Promise.allSettled([run(id), run(id), run(id)]);
    for (const one of ended) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(GoneError);
    await expectPublished(id);
    const told = await server.deps.db.selectFrom('notifications').selectAll().where('video_id', '=', id).execute();
    expect(told).toMatchObject([{ user_id: owner, kind: 'video-ready' }]);
  });

  it('[VID-04] stops when the video is deleted meanwhile, and leaves no file behind', async () => {
    const id = await waiting(slow);
    const attempt = run(id);
    await eventually(async () => (await rowOf(id)).progress > 0);
    const [original] = await filesOf(id);
    await server.deps.db.deleteFrom('videos').where('id', '=', id).execute();
    await server.deps.storage.delete(original?.key ?? '');
    await expect(attempt).rejects.toBeInstanceOf(GoneError);
    expect(await keysOf(id)).toEqual([]);
    expect(await stagingFolders()).toEqual([]);
  });

  it('[UP-02] a cancelled attempt leaves the video for the next attempt', async () => {
    const id = await waiting(slow);
    const stopping = new AbortController();
    const attempt = run(id, { signal: stopping.signal });
    const outcome = expect(attempt).rejects.toThrow('stop');
    await eventually(async () => (await rowOf(id)).progress > 0);
    stopping.abort(new Error('stop'));
    await outcome;
    expect(await rowOf(id)).toMatchObject({ status: 'processing' });
    expect(await keysOf(id)).toHaveLength(1);
    expect(await stagingFolders()).toEqual([]);
  });
});
