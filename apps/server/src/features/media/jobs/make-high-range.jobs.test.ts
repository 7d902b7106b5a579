import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findKnownKeys } from '../../../platform/db/stored-objects.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { formOf } from '../../../testing/media-files.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { storedKeys } from '../../../testing/stored-video.ts';
import { makeHighRangeHandler } from './make-high-range.jobs.ts';

const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1', '-b:v', '2M'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '4M'];
const COLORS = ['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020'];
/** A place in Vienna, as phones store it. */
const PLACE = ['-metadata', 'location=+48.2082+016.3738/', '-metadata', 'comment=at the lake'];

/** HEVC units that may hide data (H.265, table 7-1): messages before and after a picture, and unspecified units. */
const HIDDEN = [39, 40, 48, 55, 56, 63];

/** Adds each of them to every picture of a stream, with the name of a device as unregistered user data. */
function withHiddenUnits(stream: Buffer): Buffer {
  const start = Buffer.from([0, 0, 1]);
  const unit = (type: number) => {
    const text = Buffer.from(`device-${type}`);
    const message = Buffer.concat([Buffer.from([5, 16 + text.length]), Buffer.alloc(16, 0xab), text]);
    return Buffer.concat([start, Buffer.from([type << 1, 1]), message, Buffer.from([0x80])]);
  };
  const isAfter = (type: number) => type === 40 || type >= 56;
  const units = (after: boolean) => HIDDEN.filter((type) => isAfter(type) === after).map(unit);
  const parts: Buffer[] = [];
  for (let at = stream.indexOf(start); at >= 0; ) {
    const next = stream.indexOf(start, at + start.length);
    const one = stream.subarray(at, next < 0 ? stream.length : next);
    const isPicture = (one[start.length] ?? 0) >> 1 < 32;
    parts.push(...(isPicture ? [...units(false), one, ...units(true)] : [one]));
    at = next;
  }
  return Buffer.concat(parts);
}

describeWithFfmpeg('the HDR rendition', { timeout: 240_000 }, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  let viewer: TestPerson;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    [owner, viewer] = await Promise.all([loginAs(server), loginAs(server)]);
  });
  afterAll(async () => {
    await server?.stop();
    await files?.remove();
  });

  const get = (url: string, by = viewer) => server.app.inject({ url, headers: by.headers });
  const call = (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
    server.app.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
  const keysOf = (id: string) => storedKeys(server, `videos/${id}/`);

  /** A clip of nine seconds, 640 x 480, with HLG (phones) or PQ (cinema). */
  const clip = async (name: string, codec: string[], transfer: string) =>
    readFile(
      await files.make(
        name,
        ...[...picture(9, '640x480', 5), ...tone(9), ...codec, '-pix_fmt', 'yuv420p10le', ...COLORS],
        ...['-color_trc', transfer, ...PLACE, '-c:a', 'aac'],
      ),
    );
  async function upload(bytes: Buffer): Promise<string> {
    const { payload, headers } = await formOf([
      ['prompt', '1'],
      ['video', { name: 'IMG_0001.MOV', bytes }],
    ]);
    const sent = { payload, headers: { ...headers, ...owner.headers } };
    const { id } = (await server.app.inject({ method: 'POST', url: '/api/video/', ...sent })).json();
    await call('PUT', `/api/permission/${id}`, { permission: 'everyone' });
    await server.drainJobs();
    return id;
  }
  /** The sizes of a playlist: range, video codec, URL. */
  async function sizesOf(id: string): Promise<string[][]> {
    const list = await get(`/media/videos/${id}/hls.m3u8`);
    return [...list.body.matchAll(/CODECS="([^",]+)[^"]*",VIDEO-RANGE=(\w+)\n(\S+)/g)].map(
      ([, codec = '', range = '', address = '']) => [range, codec, address],
    );
  }
  const SDR = [
    ['SDR', expect.stringMatching(/^avc1\./), 'hls/240.m3u8'],
    ['SDR', expect.stringMatching(/^avc1\./), 'hls/480.m3u8'],
  ];
  /** The file of a size: its bytes and streams. */
  async function fileOf(id: string, size: string) {
    const list = await get(`/media/videos/${id}/hls/${size}.m3u8`);
    const [, address = ''] = /#EXT-X-MAP:URI="([^"]+)"/.exec(list.body) ?? [];
    const bytes = (await get(new URL(address, `http://a/media/videos/${id}/hls/a`).pathname)).rawPayload;
    const path = join(files.folder, `${id}-${size}.mp4`);
    await files.write(`${id}-${size}.mp4`, bytes);
    return { bytes, path, streams: (await files.describe(path)).streams };
  }

  it('[VID-01][VID-07] is a copy of phone videos, without hidden data, in addition to the SDR sizes', async () => {
    const filmed = await files.write('filmed.mov', await clip('phone-hdr.mov', [...HEVC, '-bf', '0'], 'arib-std-b67'));
    const bare = await files.make('filmed.hevc', '-i', filmed, '-map', '0:v', '-c', 'copy');
    const told = await files.write('told.hevc', withHiddenUnits(await readFile(bare)));
    const source = await readFile(
      await files.make(
        'told.mov',
        ...['-r', '5', '-i', told, '-i', filmed, '-map', '0:v', '-map', '1:a', '-c', 'copy', '-tag:v', 'hvc1'],
        ...PLACE,
      ),
    );
    // The hidden data is in the source: in each of 45 pictures, and in the description by x265.
    for (const hidden of ['+48.2082', 'at the lake', 'x265']) expect(source.includes(hidden), hidden).toBe(true);
    for (const type of HIDDEN) expect(source.toString('latin1').split(`device-${type}`), `${type}`).toHaveLength(46);
    const id = await upload(source);
    const sizes = await sizesOf(id);
    expect(sizes.filter(([range]) => range === 'SDR')).toEqual(SDR);
    expect(sizes.filter(([range]) => range !== 'SDR')).toEqual([['HLG', 'hvc1.2.4.L90.90', 'hls/480-hdr.m3u8']]);

    const { bytes, path, streams } = await fileOf(id, '480-hdr');
    expect(streams).toMatchObject([
      { codec_name: 'hevc', width: 640, height: 480, pix_fmt: 'yuv420p10le', color_transfer: 'arib-std-b67' },
      { codec_name: 'aac' },
    ]);
    expect(await files.frames(path)).toBe(45);
    for (const hidden of ['+48.2082', 'at the lake', 'x265', 'device-'])
      expect(bytes.includes(hidden), hidden).toBe(false);
    // The SDR sizes are unchanged.
    for (const size of ['240', '480']) {
      const { streams } = await fileOf(id, size);
      expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', color_transfer: 'bt709' });
    }
  });

  it.runIf(tools?.av1)('[VID-01][VID-07] is encoded if the original has another codec, or is trimmed', async () => {
    const id = await upload(await clip('film-hdr.mp4', H264, 'smpte2084'));
    const high = async () => (await sizesOf(id)).filter(([range]) => range !== 'SDR');
    const encoded = [['PQ', expect.stringMatching(/^av01\.0\.\d\dM\.10$/), 'hls/480-hdr.m3u8']];
    expect(await high()).toEqual(encoded);
    const { bytes, path, streams } = await fileOf(id, '480-hdr');
    const av1 = { codec_name: 'av1', width: 640, height: 480, pix_fmt: 'yuv420p10le', color_transfer: 'smpte2084' };
    expect(streams).toMatchObject([av1, { codec_name: 'aac' }]);
    expect(await files.frames(path)).toBe(45);
    for (const hidden of ['+48.2082', 'at the lake']) expect(bytes.includes(hidden), hidden).toBe(false);

    // The old one is deleted immediately, and the new one contains only the trimmed range.
    const before = await keysOf(id);
    expect((await call('PUT', `/api/video/${id}/trim`, { start: 0.6, end: 8.8 })).statusCode).toBe(200);
    expect((await keysOf(id)).filter((key) => before.includes(key))).toHaveLength(1);
    expect((await get(`/media/videos/${id}/renditions/480-hdr.mp4`)).statusCode).toBe(404);
    await server.drainJobs();
    expect(await high()).toEqual(encoded);
    expect(await files.frames((await fileOf(id, '480-hdr')).path)).toBe(41);
  });

  it('[UP-02][API-10] is made once, only for HDR originals, and deleted with the video', async () => {
    const id = await upload(await clip('phone-hdr.mov', HEVC, 'arib-std-b67'));
    const keys = await keysOf(id);
    // The list of all stored files includes it.
    expect(await findKnownKeys(server.deps.db, keys)).toEqual(new Set(keys));
    const rows = server.deps.db.selectFrom('renditions').select('name').where('video_id', '=', id).orderBy('name');
    expect((await rows.execute()).map(({ name }) => name)).toEqual(['240', '480', '480-hdr']);
    await makeHighRangeHandler(server.deps).run({ videoId: id }, { signal: new AbortController().signal });
    expect(await keysOf(id)).toEqual(keys);
    await call('DELETE', `/api/video/${id}`);
    expect(await keysOf(id)).toEqual([]);

    const plain = [...picture(9, '640x480', 5), ...tone(9), ...H264, '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const other = await upload(await readFile(await files.make('plain.mp4', ...plain)));
    expect((await sizesOf(other)).every(([range]) => range === 'SDR')).toBe(true);
    expect(await sizesOf(other)).not.toEqual([]);
  });
});
