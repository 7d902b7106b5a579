import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Video } from '@kinreel/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { formOf } from '../../testing/media-files.ts';
import { createMediaFiles, type MediaFiles } from '../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../testing/media-tools.ts';
import { storedKeys } from '../../testing/stored-video.ts';
import { publishRenditions } from '../media/jobs/make-renditions.queries.ts';
import { prepareVideoHandler } from '../media/jobs/prepare-video.jobs.ts';
import { type PreparedVideo, prepareVideo } from '../media/jobs/prepare-video.ts';

const execute = promisify(execFile);
const { ffmpeg, ffprobe } = (tools ?? {}) as MediaTools;

/** A video that is red with a loud tone, then blue and silent: ten seconds each, with a key frame every five. */
const tinted = (tint: string) => [
  ...[
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=640x360:rate=5:duration=10,noise=alls=30:allf=t,format=gray,format=rgb24,lutrgb=${tint}`,
  ],
];
const RED_THEN_BLUE = [
  ...tinted('r=val/5+150:g=val/5:b=val/5'),
  ...tinted('r=val/5:g=val/5:b=val/5+150'),
  ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=9.9'],
  ...['-f', 'lavfi', '-i', 'anullsrc=sample_rate=48000:channel_layout=mono'],
  ...[
    '-filter_complex',
    '[2]apad=whole_dur=10[loud];[3]atrim=duration=10[quiet];[0][loud][1][quiet]concat=n=2:v=1:a=1',
    '-pix_fmt',
    'yuv420p',
  ],
];
const H264 = ['-c:v', 'libx264', '-preset', 'fast', '-crf', '12', '-bf', '3', '-g', '25', '-sc_threshold', '0'];

describeWithFfmpeg('the delivered files of a trimmed video', { timeout: 240_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  let viewer: TestPerson;
  let clip: Buffer;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    [owner, viewer] = await Promise.all([loginAs(server), loginAs(server)]);
    clip = await readFile(await files.make('film.mp4', ...RED_THEN_BLUE, ...H264, '-c:a', 'aac'));
  });
  afterAll(async () => {
    await server?.stop();
    await files?.remove();
  });

  const get = (url: string, by = viewer) => server.app.inject({ url, headers: by.headers });
  const read = async (id: string, by = viewer): Promise<Video> => (await get(`/api/video/${id}`, by)).json()[0];
  const trim = (id: string, payload: object | null) =>
    server.app.inject({
      method: payload ? 'PUT' : 'DELETE',
      url: `/api/video/${id}/trim`,
      headers: owner.headers,
      ...(payload && { payload }),
    });
  async function upload(): Promise<string> {
    const { payload, headers } = await formOf([
      ['prompt', '1'],
      ['video', { name: 'film.mp4', bytes: clip }],
    ]);
    const sent = { payload, headers: { ...headers, ...owner.headers } };
    const id: string = (await server.app.inject({ method: 'POST', url: '/api/video/', ...sent })).json().id;
    const open = { permission: 'everyone' };
    await server.app.inject({ method: 'PUT', url: `/api/permission/${id}`, headers: owner.headers, payload: open });
    await server.drainJobs();
    return id;
  }

  /** Every file and segment that is delivered for a video, by path. */
  async function delivered(id: string): Promise<{ videoFiles: Map<string, Buffer>; pictures: Map<string, Buffer> }> {
    const video = await read(id);
    const videoFiles = new Map<string, Buffer>();
    const pictures = new Map<string, Buffer>();
    const take = async (into: Map<string, Buffer>, url: string) => {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(200);
      into.set(url, answer.rawPayload);
      return answer.body;
    };
    const playlist = async (url: string): Promise<string[]> => {
      const body = (await get(url)).body;
      const named = [...body.matchAll(/^[^#\n]+$/gm), ...body.matchAll(/URI="([^"]+)"/g)];
      return [...new Set(named.map(([line, uri]) => new URL(uri ?? line, `http://a${url}`).pathname))];
    };
    await take(videoFiles, video.url ?? '');
    for (const list of await playlist(video.hls_url ?? ''))
      for (const one of await playlist(list)) await take(videoFiles, one);
    for (const { id: growing } of await server.deps.db
      .selectFrom('growing_videos')
      .select('id')
      .where('video_id', '=', id)
      .execute()) {
      const parts = await playlist(`/media/videos/${id}/growing/${growing}/list.m3u8`);
      const bytes = await Promise.all(parts.map(async (part) => (await get(part)).rawPayload));
      videoFiles.set('growing', Buffer.concat([...bytes.slice(-1), ...bytes.slice(0, -1)]));
    }
    await take(pictures, video.poster_url ?? '');
    await take(pictures, `/media/videos/${id}/preview`);
    return { videoFiles, pictures };
  }

  /** The mean color of every frame in a file, including frames that players do not show, as red, green and blue. */
  async function coloursOf(path: string): Promise<[number, number, number][]> {
    const hidden = path.endsWith('.mp4') ? ['-ignore_editlist', '1'] : [];
    const { stdout } = await execute(
      ffmpeg,
      [
        ...['-v', 'error', '-flags2', '+showall', ...hidden, '-i', path, '-map', '0:v', '-vsync', '0'],
        ...['-vf', 'scale=1:1:flags=area', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'],
      ],
      { encoding: 'buffer' },
    );
    return Array.from({ length: stdout.length / 3 }, (_, i) => [...stdout.subarray(3 * i, 3 * i + 3)] as never);
  }
  /** Checks that a file contains no red frame and no audible sound. @returns its duration in seconds */
  async function expectBlue(path: string, label: string): Promise<number> {
    const colours = await coloursOf(path);
    expect(colours.length, label).toBeGreaterThan(0);
    expect(
      colours.filter(([red, , blue]) => blue < red + 60),
      label,
    ).toEqual([]);
    const heard = await execute(ffmpeg, ['-v', 'info', '-i', path, '-af', 'volumedetect', '-vn', '-f', 'null', '-']);
    const [, loudest] = /max_volume: (-?[\d.]+|-inf)/.exec(heard.stderr) ?? [];
    expect(Number(loudest?.replace('inf', '999')), label).toBeLessThan(-60);
    const { stdout } = await execute(ffprobe, [
      '-v',
      'error',
      '-show_entries',
      'format=duration',
      '-of',
      'csv=p=0',
      path,
    ]);
    return Number(stdout);
  }
  async function expectNothingRed(id: string, seconds: number): Promise<void> {
    const { videoFiles, pictures } = await delivered(id);
    expect(videoFiles.size).toBeGreaterThan(2);
    for (const [name, bytes] of videoFiles) {
      const length = await expectBlue(await files.write('delivered.mp4', bytes), name);
      expect(Math.abs(length - seconds), `${name}: ${length} s`).toBeLessThan(0.3);
    }
    for (const [name, bytes] of pictures) {
      const { data } = await sharp(bytes).removeAlpha().resize(200).raw().toBuffer({ resolveWithObject: true });
      // Tiles without an image are black.
      const pixels = Array.from(
        { length: data.length / 3 },
        (_, i) => [data[3 * i] ?? 0, data[3 * i + 2] ?? 0] as const,
      );
      expect(pixels.filter(([red, blue]) => red > blue + 30).length, name).toBe(0);
      expect(
        pixels.some(([red, blue]) => blue > red + 60),
        name,
      ).toBe(true);
    }
    expect(await read(id)).toMatchObject({ trim: null, original_url: null, loudness: null });
    expect((await get(`/media/videos/${id}/original`)).statusCode).toBe(404);
  }

  it('[VID-05][VID-07] contain nothing outside the trim, whether copied or encoded; removing the trim restores the whole video', async () => {
    const id = await upload();
    const whole = await storedKeys(server, `videos/${id}/`);
    expect((await read(id)).hls_url).toBeTruthy();

    // Starts at a key frame: copied.
    expect((await trim(id, { start: 10, end: 19.5 })).statusCode).toBe(200);
    const original = await storedKeys(server, `videos/${id}/`);
    expect(whole).toEqual(expect.arrayContaining(original));
    expect(original).toHaveLength(1);
    expect((await get(`/api/video/${id}`)).statusCode).toBe(404);
    for (const kind of ['playback', 'poster', 'preview', 'hls.m3u8', 'hls/360.m3u8', 'renditions/360.mp4']) {
      expect((await get(`/media/videos/${id}/${kind}`)).statusCode, kind).toBe(404);
    }
    await server.deps.jobs.drain([prepareVideoHandler(server.deps)]);
    // Sizes of the whole video that were still being made are not published.
    const stale = { videoId: id, playbackKey: whole.find((key) => !original.includes(key)) ?? '' };
    expect(await server.deps.db.transaction().execute((tx) => publishRenditions(tx, stale, [], null))).toBe(false);
    await server.drainJobs();
    await expectNothingRed(id, 9.5);
    expect((await read(id, owner)).notes).toContainEqual({ kind: 'silent', seconds: null });

    // Starts between two key frames: encoded, including the growing video.
    const copied = await storedKeys(server, `videos/${id}/`);
    expect((await trim(id, { start: 10.35, end: 19 })).statusCode).toBe(200);
    await server.drainJobs();
    await expectNothingRed(id, 8.65);
    expect((await storedKeys(server, `videos/${id}/`)).filter((key) => copied.includes(key))).toEqual(original);

    expect((await trim(id, null)).statusCode).toBe(200);
    await server.drainJobs();
    expect(await read(id)).toMatchObject({ duration: expect.closeTo(20, 0), hls_url: expect.any(String) });
    const kept = await get(`/media/videos/${id}/original`, owner);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(kept.rawPayload)).toBe(hash(clip));
  });

  const prepared = async (path: string, part: { start: number; end: number }): Promise<PreparedVideo> => {
    const { input, output } = await files.alone(path);
    return prepareVideo(input, { tools, folder: output, maxSeconds: 60, trim: part });
  };
  const packetsOf = async (path: string): Promise<string[]> => {
    const args = ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-bsf:v', 'filter_units=remove_types=6'];
    const { stdout } = await execute(ffmpeg, [...args, '-f', 'framehash', '-hash', 'md5', '-']);
    return stdout.split('\n').flatMap((line) => /^0,.*,\s*([0-9a-f]{32})$/.exec(line)?.[1] ?? []);
  };

  it('a trim that starts at a key frame is copied, and ends before the first packet outside', async () => {
    const path = await files.write('again.mp4', clip);
    const { playback } = await prepared(path, { start: 10, end: 18.25 });
    const [all, kept] = [await packetsOf(path), await packetsOf(playback.path)];
    expect(kept).toEqual(all.slice(50, 50 + kept.length));
    expect(kept.length).toBeGreaterThan(38);
    expect(kept.length).toBeLessThanOrEqual(42);
  });

  it.each([
    ['an open GOP', 'open.mp4', ['-x264-params', 'open-gop=1:keyint=25:bframes=3']],
    ['a transport stream, which has no index', 'film.ts', ['-muxdelay', '0']],
  ])('%s: the trimmed video is encoded', async (_what, name, args) => {
    const path = await files.make(name, ...RED_THEN_BLUE, ...H264, ...args, '-c:a', 'aac');
    const part = { start: 10, end: 13.03 };
    const { playback } = await prepared(path, part);
    expect((await packetsOf(path)).includes((await packetsOf(playback.path))[0] ?? '')).toBe(false);
    const seconds = await expectBlue(playback.path, name);
    expect(Math.abs(seconds - (part.end - part.start))).toBeLessThan(0.25);
  });

  it('WebM is trimmed in the same ways', async () => {
    const path = await files.make(
      'film.webm',
      ...RED_THEN_BLUE,
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-g', '25', '-keyint_min', '25'],
      ...['-c:a', 'libopus'],
    );
    const copied = await prepared(path, { start: 9.95, end: 14 });
    expect(copied.playback.extension).toBe('webm');
    expect(Math.abs((await expectBlue(copied.playback.path, 'webm')) - 4)).toBeLessThan(0.15);
    expect((await prepared(path, { start: 11.2, end: 14 })).playback.extension).toBe('mp4');
  });
});
