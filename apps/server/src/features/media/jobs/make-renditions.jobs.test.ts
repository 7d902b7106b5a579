import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Video } from '@kinreel/contracts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { formOf } from '../../../testing/media-files.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { runningPrograms } from '../../../testing/running-programs.ts';
import { storedKeys } from '../../../testing/stored-video.ts';
import { makeRenditionsHandler } from './make-renditions.jobs.ts';
import { prepareVideoHandler } from './prepare-video.jobs.ts';

const execute = promisify(execFile);

describeWithFfmpeg('the job that makes the renditions of a video', { timeout: 240_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  let clip: Buffer;
  /** A clip with two sizes. */
  let small: Buffer;
  /** A clip whose sizes take much longer than half a second. */
  let slow: Buffer;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    owner = await loginAs(server);
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    slow = await readFile(await files.make('slow.mp4', ...picture(20, '1280x720', 12), ...codecs.slice(0, -2)));
    clip = await readFile(
      await files.make('clip.mp4', ...picture(9, '1280x720', 4), ...tone(9), ...codecs, '-crf', '8'),
    );
    small = await readFile(
      await files.make('small-clip.mp4', ...picture(9, '640x480', 4), ...tone(9), ...codecs, '-crf', '8'),
    );
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ url, headers: { ...owner.headers, ...headers } });
  const read = async (id: string): Promise<Video> => (await get(`/api/video/${id}`)).json()[0];
  const keysOf = (id: string) => storedKeys(server, `videos/${id}/`);
  const run = (videoId: string) =>
    makeRenditionsHandler(server.deps).run({ videoId }, { signal: new AbortController().signal });

  async function upload(bytes = clip): Promise<string> {
    const { payload, headers } = await formOf([
      ['prompt', '1'],
      ['video', { name: 'clip.mp4', bytes }],
    ]);
    const sent = { payload, headers: { ...headers, ...owner.headers } };
    const answer = await server.app.inject({ method: 'POST', url: '/api/video/', ...sent });
    return answer.json().id;
  }
  /** A ready video without renditions. */
  async function playing(bytes = clip): Promise<string> {
    const id = await upload(bytes);
    await server.deps.jobs.drain([prepareVideoHandler(server.deps)]);
    return id;
  }

  it('[UP-02] a copied video gets the note "black" after it was decoded, and keeps its other notes', async () => {
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    for (const [name, size, seconds] of [
      ['small.mp4', '320x180', '2'],
      ['sizes.mp4', '1280x720', '9'],
    ] as const) {
      const black = ['-f', 'lavfi', '-i', `color=black:size=${size}:rate=2:duration=${seconds}`];
      const source = await files.make(name, ...black, ...tone(Number(seconds)), '-af', 'volume=0', ...codecs);
      const id = await playing(await readFile(source));
      expect((await read(id)).notes).toEqual([{ kind: 'silent', seconds: null }]);
      await server.drainJobs();
      const notes = ['silent', 'black'].map((kind) => ({ kind, seconds: null }));
      expect(await read(id), name).toMatchObject({ preview_url: expect.any(String), notes });
    }
  });

  it('[UP-02][VID-01] a video first plays in one size, then in renditions that ffmpeg can play over HTTP', async () => {
    const id = await playing();
    expect(await read(id)).toMatchObject({
      status: 'ready',
      url: expect.any(String),
      hls_url: null,
      preview_url: null,
    });
    await server.drainJobs();
    const { hls_url: hls, preview_url: preview, url } = await read(id);
    if (!hls || !preview || !url) throw new Error('no addresses');

    const origin = await server.listen();
    const { stderr } = await execute((tools as MediaTools).ffmpeg, [
      ...['-v', 'error', '-xerror', '-headers', `authorization: ${owner.headers.authorization}`],
      ...['-i', `${origin}${hls}`, '-map', '0', '-f', 'null', '-'],
    ]);
    expect(stderr).toBe('');
    const { stdout } = await execute((tools as MediaTools).ffprobe, [
      ...['-v', 'error', '-headers', `authorization: ${owner.headers.authorization}`],
      ...['-show_entries', 'program=nb_streams:format=duration', '-of', 'json'],
      `${origin}${hls}`,
    ]);
    const seen = JSON.parse(stdout);
    expect(seen.programs).toHaveLength(3);
    expect(Math.abs(Number(seen.format.duration) - 9)).toBeLessThan(0.2);

    // Playlists and files are revalidated before each use, like all files of a video.
    const master = await get(hls);
    expect(master.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-cache',
    });
    expect((await get(hls, { 'if-none-match': String(master.headers.etag) })).statusCode).toBe(304);
    const media = await get(`/media/videos/${id}/hls/720.m3u8`);
    const [, address = '', range = ''] = /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@0"/.exec(media.body) ?? [];
    const file = new URL(address, `${origin}/media/videos/${id}/hls/720.m3u8`).pathname;
    const head = await get(file, { range: `bytes=0-${Number(range) - 1}` });
    expect(head.statusCode).toBe(206);
    expect(head.rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
    expect((await get(`/media/videos/${id}/hls/360.m3u8`)).statusCode).toBe(404);
    expect((await get(`/media/videos/${id}/renditions/360.mp4`)).statusCode).toBe(404);

    const track = await get(preview);
    expect(track.headers['content-type']).toBe('text/vtt; charset=utf-8');
    const cues = track.body.split('\n\n').slice(1);
    expect(cues).toHaveLength(9);
    expect(cues[0]).toMatch(/^00:00:00\.000 --> 00:00:01\.000\npreview\?v=[0-9a-f]{8}#xywh=0,0,160,90$/);
    expect(cues[8]).toMatch(/^00:00:08\.000 --> 00:00:0\d\.\d{3}\npreview\?v=[0-9a-f]{8}#xywh=1280,0,160,90\n?$/);
    const image = await get(`/media/videos/${id}/preview`);
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1440, height: 90 });
  });

  it('[UP-02] concurrent and repeated attempts make them once', async () => {
    const id = await playing(small);
    await Promise.allSettled([run(id), run(id)]);
    const keys = await keysOf(id);
    // original, playback file, poster, two renditions, preview images
    expect(keys).toHaveLength(6);
    await run(id);
    expect(await keysOf(id)).toEqual(keys);
  });

  it('[UP-02] an attempt that is interrupted between two files stores none of them', async () => {
    const id = await playing(small);
    const before = await keysOf(id);
    const { storage } = server.deps;
    const interrupted = new AbortController();
    const put = async (key: string, path: string) => {
      await storage.put(key, path);
      interrupted.abort(new Error('another attempt was faster'));
    };
    const deps = { ...server.deps, storage: Object.assign(Object.create(storage), { put }) };
    await expect(makeRenditionsHandler(deps).run({ videoId: id }, { signal: interrupted.signal })).rejects.toThrow(
      'aborted',
    );
    expect(await keysOf(id)).toEqual(before);
    await server.drainJobs();
  });

  it('[UP-02] a video without possible renditions still plays', async () => {
    const id = await playing(small);
    const before = await read(id);
    const original = (await keysOf(id)).find((key) => key.endsWith('/original')) ?? '';
    await server.deps.storage.delete(original);
    await expect(run(id)).rejects.toThrow();
    expect(await read(id)).toEqual(before);
    expect((await get(before.url ?? '')).statusCode).toBe(200);
    expect(await keysOf(id)).toHaveLength(2);
  });

  it('[VID-04] deleting the video stops ffmpeg, removes all files and completes the job', async () => {
    const id = await playing(slow);
    const running = server.deps.jobs.drain([makeRenditionsHandler(server.deps)]);
    const staging = join(server.dataDir, 'media', 'staging');
    await expect
      .poll(() => runningPrograms(`${staging}/`, 'libx264'), { timeout: 60_000, interval: 20 })
      .not.toEqual([]);
    await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers: owner.headers });
    await running;
    expect(await runningPrograms(`${staging}/`, 'libx264')).toEqual([]);
    expect(await readdir(staging)).toEqual([]);
    expect(await keysOf(id)).toEqual([]);
    const { rows } = await sql`select state, output from pgboss.job
      where name = 'make-renditions' and data -> 'payload' ->> 'videoId' = ${id}`.execute(server.deps.db);
    expect(rows).toEqual([{ state: 'completed', output: { gone: 'no longer needed' } }]);
  });

  it('[API-10][UP-07] they are deleted with the video, and made again after a retry', async () => {
    const id = await upload(small);
    await server.drainJobs();
    const first = await keysOf(id);
    await server.deps.db.updateTable('videos').set({ status: 'failed' }).where('id', '=', id).execute();
    await server.app.inject({ method: 'POST', url: `/api/video/${id}/retry`, headers: owner.headers });
    expect(await keysOf(id)).toEqual(first.filter((key) => key.endsWith('/original')));
    expect(await read(id)).toMatchObject({ status: 'processing', hls_url: null, preview_url: null });
    await server.drainJobs();
    expect(await read(id)).toMatchObject({ status: 'ready', hls_url: expect.any(String) });
    expect((await keysOf(id)).filter((key) => first.includes(key))).toHaveLength(1);

    const addresses = ['hls.m3u8', 'hls/480.m3u8', 'renditions/480.mp4', 'preview', 'preview.vtt'];
    await server.app.inject({ method: 'DELETE', url: `/api/video/${id}`, headers: owner.headers });
    expect(await keysOf(id)).toEqual([]);
    for (const address of addresses) expect((await get(`/media/videos/${id}/${address}`)).statusCode).toBe(404);
    expect(await server.deps.db.selectFrom('renditions').where('video_id', '=', id).select('key').execute()).toEqual(
      [],
    );
  });
});
