import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import {
  createMediaFiles,
  type MediaFiles,
  picture,
  type StreamFacts,
  tone,
  turnFileClockwise,
} from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools as found } from '../../../testing/media-tools.ts';
import { type FragmentIndex, NotFragmentedError, readFragmentIndex } from '../deliver/fragmented-mp4.ts';
import { mediaPlaylist } from '../deliver/hls-playlists.ts';
import { type MadeRendition, makePreview, makeRenditions } from './make-renditions.ts';

const execute = promisify(execFile);

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac'];

/** Offsets of a playlist's segments: first byte, and the byte after the end. */
function segmentRanges({ initBytes, firstByte, segments }: FragmentIndex): [number, number][] {
  const parts: [number, number][] = [[0, initBytes]];
  let at = firstByte;
  for (const { bytes } of segments) {
    parts.push([at, at + bytes]);
    at += bytes;
  }
  return parts;
}

describeWithFfmpeg('the renditions of a video', { timeout: 240_000 }, () => {
  const tools = found as MediaTools;
  let files: MediaFiles;
  beforeAll(async () => {
    files = await createMediaFiles(tools);
  });
  afterAll(() => files.remove());

  async function make(path: string, playsSeconds: number): Promise<MadeRendition[]> {
    const { input, output } = await files.alone(path);
    await mkdir(output);
    const shown = { width: 1280, height: 720 };
    return (await makeRenditions(input, { tools, folder: output, playsSeconds, shown })).renditions;
  }

  /** The output of plain ffprobe for a file and its packets. */
  async function describeWithPackets(path: string): Promise<{
    packets: { stream_index: number; pos: string; flags: string }[];
    streams: StreamFacts[];
    format: { duration?: string };
  }> {
    const entries = 'packet=stream_index,pos,flags:stream:format';
    const { stdout } = await execute(tools.ffprobe, ['-v', 'error', '-show_entries', entries, '-of', 'json', path]);
    return JSON.parse(stdout);
  }

  /** Checks the properties that the renditions of every video must have. */
  async function expectPlayable(renditions: MadeRendition[], seconds: number): Promise<void> {
    for (const { path, fragments, width, height, codecs, name } of renditions) {
      const where = `size ${name}`;
      const bytes = await readFile(path);
      // The segments are contiguous, and the file contains only them and indexes.
      const parts = segmentRanges(fragments);
      const boxes = topBoxes(bytes);
      const covered = boxes.filter(({ type }) => ['ftyp', 'moov', 'moof', 'mdat'].includes(type));
      expect(boxes.filter((box) => !covered.includes(box)).every(({ type }) => ['sidx', 'mfra'].includes(type))).toBe(
        true,
      );
      expect(parts.at(0)).toEqual([0, boxes.find(({ type }) => type === 'sidx')?.at]);
      const moofs = boxes.filter(({ type }) => type === 'moof').map(({ at }) => at);
      expect(
        parts.slice(1).map(([from]) => from),
        where,
      ).toEqual(moofs);
      const last = covered.at(-1);
      expect(parts.at(-1)?.[1], where).toBe((last?.at ?? 0) + (last?.size ?? 0));

      // Each segment starts with its only key frame.
      const { packets, streams, format } = await describeWithPackets(path);
      const pictures = packets.filter(({ stream_index }) => stream_index === 0);
      for (const [i, [from, to]] of parts.slice(1).entries()) {
        const inside = pictures
          .filter(({ pos }) => Number(pos) >= from && Number(pos) < to)
          .map(({ flags }) => flags.at(0));
        expect(inside[0], `${where}, segment ${i}`).toBe('K');
        expect(inside.slice(1), `${where}, segment ${i}`).not.toContain('K');
      }

      // The playlist, the file, and ffmpeg as an HLS player agree on the duration.
      const sum = fragments.segments.reduce((total, segment) => total + segment.seconds, 0);
      expect(Math.abs(sum - seconds), where).toBeLessThan(0.2);
      expect(Math.abs(Number(format.duration) - seconds), where).toBeLessThan(0.2);
      expect(streams[0]).toMatchObject({
        codec_name: 'h264',
        width,
        height,
        pix_fmt: 'yuv420p',
        sample_aspect_ratio: '1:1',
      });
      expect(codecs).toMatch(streams.length === 2 ? /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/ : /^avc1\.[0-9a-f]{6}$/);
      const playlist = await files.write('played.m3u8', mediaPlaylist(fragments, 'played.mp4'));
      await copyFile(path, join(files.folder, 'played.mp4'));
      const { stdout } = await execute(tools.ffprobe, [
        ...['-v', 'error', '-count_packets', '-select_streams', 'v:0'],
        ...['-show_entries', 'stream=nb_read_packets:format=duration', '-of', 'json', playlist],
      ]);
      const played = JSON.parse(stdout);
      expect(Number(played.streams[0].nb_read_packets), where).toBe(pictures.length);
      expect(Math.abs(Number(played.format.duration) - seconds), where).toBeLessThan(0.2);
    }
    // Players can switch at every segment, because all start at the same times.
    const starts = renditions.map(({ fragments }) => fragments.segments.map(({ seconds: s }) => s.toFixed(2)).join());
    expect(new Set(starts).size).toBe(1);
  }

  it("[UP-02] a phone's video gets four renditions without its metadata", async () => {
    const source = await files.make(
      'phone.mov',
      ...[...picture(10, '1920x1080', 4), ...tone(10), ...H264, '-crf', '8', ...AAC],
      ...['-metadata', 'location=+46.7867-092.1005/', '-metadata', 'com.apple.quicktime.model=Fennicks Phone'],
      ...['-movflags', 'use_metadata_tags', '-timecode', '01:02:03:04'],
    );
    expect((await readFile(source)).includes('+46.7867')).toBe(true);
    const renditions = await make(source, 10);
    expect(renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['1080', 1920, 1080],
      ['720', 1280, 720],
      ['480', 852, 480],
      ['240', 426, 240],
    ]);
    await expectPlayable(renditions, 10);
    expect(renditions[0]?.fragments.segments.map(({ seconds }) => Math.round(seconds))).toEqual([1, 1, 4, 4]);
    for (const { path, bandwidth, averageBandwidth } of renditions) {
      const bytes = await readFile(path);
      expect(bytes.includes('46.7867')).toBe(false);
      expect(bytes.includes('Fennick')).toBe(false);
      expect(Math.abs(averageBandwidth - (bytes.length * 8) / 10) / averageBandwidth).toBeLessThan(0.02);
      expect(bandwidth).toBeGreaterThanOrEqual(averageBandwidth);
      expect((await files.describe(path)).streams).toHaveLength(2);
    }
    expect(renditions[0]?.bandwidth).toBeGreaterThan(renditions[2]?.bandwidth ?? Number.POSITIVE_INFINITY);
    expect(renditions[3]?.bandwidth, 'plays without a pause at 400 kbit/s').toBeLessThan(400_000);
  });

  it('[UP-02] a silent portrait video in high dynamic range, with odd sides', async () => {
    const source = await files.make(
      'hdr.mov',
      ...['-f', 'lavfi', '-i', 'color=red:size=502x601:rate=2:duration=9'],
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=blue:size=501x601:rate=2:duration=9',
        '-filter_complex',
        'hstack,noise=alls=30:allf=t',
      ],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p10le', '-tag:v', 'hvc1'],
      ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
    );
    await turnFileClockwise(source, 601);
    const renditions = await make(source, 9);
    expect(renditions.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['600', 600, 1002],
      ['480', 480, 800],
      ['240', 240, 400],
    ]);
    await expectPlayable(renditions, 9);
    for (const { path } of renditions) {
      expect((await files.describe(path)).streams).toMatchObject([{ codec_name: 'h264', color_transfer: 'bt709' }]);
      const [red, , blue] = await files.colour(path, [0.1, 0.05, 0.8, 0.3]);
      expect(red, 'the left side is now the top').toBeGreaterThan(blue * 2);
    }
  });

  it('[UP-02] a variable frame rate, and sound that is longer than the picture', async () => {
    const source = await files.make(
      'uneven.mkv',
      ...[
        ...picture(9, '960x640', 15),
        ...tone(11),
        '-vf',
        'select=not(mod(n\\,7))+not(mod(n\\,3))',
        '-fps_mode',
        'vfr',
      ],
      ...[...H264, '-crf', '4', ...AAC],
    );
    const renditions = await make(source, 11);
    expect(renditions.map(({ name }) => name)).toEqual(['640', '480', '240']);
    await expectPlayable(renditions, 11);
  });

  it('[UP-02] together they are at most as large as the original, and a well compressed original gets fewer', async () => {
    const small = await files.make('small-hd.mp4', ...picture(10, '1280x720', 2), ...H264, '-crf', '30');
    const renditions = await make(small, 10);
    expect(renditions.map(({ name }) => name)).toEqual(['720', '240']);
    const bytes = await Promise.all(renditions.map(async ({ path }) => (await stat(path)).size));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual((await stat(small)).size);
  });

  it('[UP-02] makes none if one size is enough, and rejects one that is shorter than the playback file', async () => {
    expect(await make(await files.make('small.mp4', ...picture(10), ...H264), 10)).toEqual([]);
    const short = await files.make('short.mp4', ...picture(3, '1280x720'), ...H264);
    expect(await make(short, 3)).toEqual([]);
    const other = await files.make('other.mp4', ...picture(9, '640x640', 5), ...H264);
    await expect(make(other, 60)).rejects.toThrow('but the video has 60 s');
  });

  it('[UP-02] a text file with the path of another file does not reveal that file', async () => {
    const victim = await files.make('victim.mp4', ...picture(10, '1280x720', 5), ...H264);
    for (const [name, words] of [
      ['list.mp4', `ffconcat version 1.0\nfile '${victim}'\n`],
      ['playlist.mp4', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${victim}\n#EXT-X-ENDLIST\n`],
    ] as const) {
      const list = await files.write(name, words);
      expect(await make(list, 10), name).toEqual([]);
      const preview = { tools, folder: files.folder, playsSeconds: 10, shown: { width: 1280, height: 720 } };
      expect(await makePreview(list, preview), name).toBeNull();
      expect((await readdir(files.folder)).filter((file) => file.startsWith('preview'))).toEqual([]);
    }
  });

  it('[VID-01] preview images show the video from start to end', async () => {
    // Black, then white from second 6 on.
    const source = await files.make(
      'two.mp4',
      ...['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=10:duration=6'],
      ...['-f', 'lavfi', '-i', 'color=white:size=320x180:rate=10:duration=5.5', '-filter_complex', 'concat', ...H264],
    );
    const { output } = await files.alone(source);
    await mkdir(output);
    const shown = { width: 320, height: 180 };
    const preview = await makePreview(source, { tools, folder: output, playsSeconds: 11.5, shown });
    expect(preview?.plan).toEqual({ seconds: 1, width: 160, height: 90, columns: 10, rows: 2 });
    const image = sharp(preview?.path);
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 1600, height: 180 });
    const brightness = async (i: number) => {
      const at = { left: (i % 10) * 160 + 10, top: Math.floor(i / 10) * 90 + 10, width: 100, height: 50 };
      const { channels } = await sharp(await sharp(preview?.path).extract(at).toBuffer()).stats();
      return (channels[0]?.mean ?? 0) > 128 ? 'white' : 'black';
    };
    const seen = await Promise.all(Array.from({ length: 12 }, (_, i) => brightness(i)));
    expect(seen).toEqual([...Array(6).fill('black'), ...Array(6).fill('white')]);
    const withoutWebp = { tools: { ...tools, webp: false }, folder: output, playsSeconds: 11.5, shown };
    const same = await makePreview(source, withoutWebp);
    expect(await sharp(same?.path).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 180 });
  });
});

/** The top-level boxes of a file. */
function topBoxes(bytes: Buffer): { type: string; at: number; size: number }[] {
  const boxes = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), at, size });
    at += size;
  }
  return boxes;
}

describe('[UP-02] a file that is not a fragmented MP4 has no index', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from('\0\0\0\x18ftypmp42 and then nothing', 'latin1')],
    ['an empty moov', Buffer.from('\0\0\0\x08moov', 'latin1')],
  ])('%s', (_, bytes) => {
    expect(() => readFragmentIndex(bytes)).toThrow(NotFragmentedError);
  });
});
