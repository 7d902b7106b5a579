import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { VideoFailure } from '@kinreel/contracts';
import { evenGain } from '@kinreel/contracts/loudness';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFfmpeg, runFfprobe, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import {
  createMediaFiles,
  type MediaFiles,
  picture,
  tone,
  turnFileClockwise,
} from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools as found } from '../../../testing/media-tools.ts';
import { loudnessFilters, readLoudness } from '../encode/loudness.ts';
import { inspectUpload, probeVideo } from '../probe/probe.ts';
import { UnusableVideoError } from '../probe/unusable-video-error.ts';
import { prepareVideo } from './prepare-video.ts';

const execute = promisify(execFile);
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac'];

describeWithFfmpeg('preparing videos', () => {
  const tools = found as MediaTools;
  let files: MediaFiles;
  beforeAll(async () => {
    files = await createMediaFiles(tools);
  });
  afterAll(() => files.remove());

  async function prepare(path: string, options: { tools?: MediaTools | null; maxSeconds?: number } = {}) {
    const { input, output } = await files.alone(path);
    const prepared = await prepareVideo(input, { tools, folder: output, maxSeconds: 7200, ...options });
    return { ...prepared, path: prepared.playback.path };
  }
  /** Prepares a file, and describes the streams of the playback file. */
  async function prepareAndDescribe(path: string, options: { tools?: MediaTools | null } = {}) {
    const prepared = await prepare(path, options);
    const { streams, format } = await files.describe(prepared.path);
    const video = streams.find((stream) => stream.codec_type === 'video');
    const audio = streams.find((stream) => stream.codec_type === 'audio');
    return { ...prepared, streams, format, video, audio };
  }
  const inspect = (path: string, options: { tools?: MediaTools | null; maxSeconds?: number } = {}) =>
    inspectUpload(path, { tools, maxSeconds: 7200, ...options });
  const rejected = (code: string, params?: object) => expect.objectContaining({ code, params });
  const unusable = (code: VideoFailure) => expect.objectContaining({ code });

  /** A phone's video: picture, sound, place, device, chapter and a text track. */
  async function phoneVideo() {
    const chapters = await files.write(
      'chapters.txt',
      ';FFMETADATA1\nlocation=+46.7867-092.1005/\ncom.apple.quicktime.location.ISO6709=+46.7867-092.1005+183.000/\n' +
        'com.apple.quicktime.model=Fennicks Phone\ncomment=Fennicks Phone\n' +
        '[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=Fennicks Phone\n',
    );
    const words = await files.write('words.srt', '1\n00:00:00,000 --> 00:00:01,000\nFennicks Phone\n');
    return files.make(
      'phone.mp4',
      ...[...picture(2), ...tone(2), '-i', words, '-i', chapters],
      ...['-map', '0', '-map', '1', '-map', '2', '-map_metadata', '3', '-map_chapters', '3'],
      ...[...H264, ...AAC, '-c:s', 'mov_text', '-timecode', '01:02:03:04', '-movflags', 'use_metadata_tags'],
    );
  }

  it.each([
    ['ffmpeg', tools],
    ['no ffmpeg', null],
  ])(
    '[VID-07] a copy made with %s has only picture and sound: no place, device, chapter or other track',
    async (_, by) => {
      const source = await phoneVideo();
      const before = await readFile(source);
      expect(before.includes('+46.7867')).toBe(true);
      expect(before.includes('Fennicks Phone')).toBe(true);

      const result = await prepareAndDescribe(source, { tools: by });
      const bytes = await readFile(result.path);
      expect(bytes.includes('46.7867')).toBe(false);
      expect(bytes.includes('Fennick')).toBe(false);
      expect(result.streams.map((stream) => stream.codec_name).sort()).toEqual(['aac', 'h264']);
      expect(result).toMatchObject({ width: 320, height: 180, missingSeconds: 0 });
      expect(Math.abs((result.durationMs ?? 0) - 2000)).toBeLessThan(150);
      expect(bytes.indexOf('moov'), 'the index comes first').toBeLessThan(bytes.indexOf('mdat'));
    },
  );

  it('[VID-07] an encoded file contains no place either', async () => {
    const source = await files.make('place.avi', ...picture(1), '-c:v', 'mpeg4', '-metadata', 'comment=+46.7867');
    expect((await readFile(source)).includes('+46.7867')).toBe(true);
    const result = await prepare(source);
    expect((await readFile(result.path)).includes('+46.7867')).toBe(false);
  });

  /** Red on the left, blue on the right. */
  const twoHalves = ['-f', 'lavfi', '-i', 'color=red:size=160x180:rate=10:duration=1'];
  const halves = [...twoHalves, '-f', 'lavfi', '-i', 'color=blue:size=160x180:rate=10:duration=1'];
  const sideBySide = [...halves, '-filter_complex', 'hstack'];

  it.each([
    ['copied', 'turned.mov', H264],
    ['encoded', 'turned-mpeg4.mov', ['-c:v', 'mpeg4']],
  ])('[UP-02] a video that a phone held upright is %s upright', async (_, name, codec) => {
    const source = await files.make(name, ...sideBySide, ...codec);
    await turnFileClockwise(source, 180);
    const result = await prepare(source);
    expect(result).toMatchObject({ width: 180, height: 320 });
    const [red, , blue] = await files.colour(result.path, [0.1, 0.05, 0.8, 0.3]);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
    const poster = await sharp(result.poster?.path).metadata();
    expect(poster).toMatchObject({ width: 180, height: 320, format: 'webp' });
  });

  it('[UP-02] 10-bit HDR HEVC is converted to SDR', async () => {
    const source = await files.make(
      'hdr.mp4',
      ...[...picture(1), '-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'],
      ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc', '-tag:v', 'hvc1'],
    );
    expect((await files.describe(source)).streams[0]).toMatchObject({ color_transfer: 'smpte2084' });
    const result = await prepareAndDescribe(source);
    expect(result.video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', color_transfer: 'bt709' });
    const [red, green, blue] = await files.colour(result.path, [0, 0, 1, 1]);
    expect(Math.max(red, green, blue)).toBeGreaterThan(40);
  });

  it.each([
    ['hlg', 'arib-std-b67', 4.926],
    ['pq', 'smpte2084', 10],
  ])('[UP-02] the colors of %s equal those of tone mapping per pixel', async (name, transfer, peak) => {
    const bars = ['-f', 'lavfi', '-i', 'smptehdbars=size=320x180:rate=10:duration=1'];
    const source = await files.make(
      `${name}-bars.mp4`,
      ...[...bars, '-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
      ...['-x265-params', `log-level=error:crf=4:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`],
    );
    const exact = await files.make(
      `${name}-exact.png`,
      ...['-i', source, '-frames:v', '1', '-vf'],
      [
        `zscale=tin=${transfer}:pin=2020:min=2020_ncl:t=linear:npl=203,format=gbrpf32le,zscale=p=bt709`,
        `tonemap=mobius:desat=0:peak=${peak},zscale=t=bt709:m=gbr:r=full,format=gbrp`,
      ].join(','),
    );
    const { path } = await prepare(source);
    const patches = [0.05, 0.17, 0.28, 0.39, 0.5, 0.61, 0.72, 0.83, 0.93].map(
      (left): [number, number, number, number] => [left, 0.2, 0.03, 0.2],
    );
    const [shown, expected] = [await files.colours(path, patches), await files.colours(exact, patches)];
    for (const [n, patch] of patches.entries()) {
      const differences = (shown[n] ?? []).map((value, i) => Math.abs(value - (expected[n]?.[i] ?? 0)));
      expect(differences).toHaveLength(3);
      expect(Math.max(...differences), `${patch}`).toBeLessThan(6);
    }
  });

  it('[UP-02] the peak brightness of PQ is read from the picture', async () => {
    const graded = (nits: number) =>
      files.make(
        `graded-${nits}.mp4`,
        ...[
          ...picture(0.2, '64x64', 5),
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p10le',
          '-tag:v',
          'hvc1',
          '-x265-params',
        ],
        `log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc${nits > 0 ? `:max-cll=${nits},400` : ''}`,
      );
    const nits = await Promise.all(
      [4000, 600, 0].map(async (one) => (await probeVideo(await graded(one), tools))?.video),
    );
    expect(nits.map((video) => video?.maxNits)).toEqual([4000, 600, null]);
  });

  it('[UP-02] the highlights of HLG become white, not grey', async () => {
    const white = ['-f', 'lavfi', '-i', 'color=white:size=64x64:rate=10:duration=1'];
    const source = await files.make(
      'hlg.mp4',
      ...[...white, '-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
      ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
    );
    const { path } = await prepare(source);
    expect(Math.min(...(await files.colour(path, [0, 0, 1, 1])))).toBeGreaterThanOrEqual(253);
  });

  it.each([
    ['copied', 'place-in-picture.ts', []],
    [
      'encoded, because it has recovery points instead of key frames',
      'open.ts',
      ['-x264-params', 'open-gop=1:keyint=5'],
    ],
  ])('[VID-07] no file contains the place that a camcorder hides in the picture: %s', async (_, name, codec) => {
    const message = 'h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+GPS46.7867';
    const sizes = ['-f', 'lavfi', '-i', 'testsrc2=size=160x96:rate=25:duration=2'];
    const preset = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
    const source = await files.make(name, ...sizes, ...preset, ...codec, '-bsf:v', message);
    expect((await readFile(source)).includes('GPS46.7867')).toBe(true);
    const { playback, poster, path } = await prepare(source);
    for (const file of [playback.path, poster?.path ?? '']) {
      expect((await readFile(file)).includes('GPS46.7867')).toBe(false);
    }
    expect(await files.frames(path)).toBe(50);
  });

  it('[VID-07] no file contains the place that a device hides in AV1 or in the header of Vorbis', async () => {
    const place = 'GPS46.7867-92.1005';
    const sound = await files.make('sound.webm', ...tone(1), '-c:a', 'libvorbis');
    // The name of the encoder.
    const header = await readFile(sound);
    header.write(place, header.indexOf('vorbis', header.indexOf('\x03vorbis')) + 10);
    await files.write('sound.webm', header);
    const sizes = ['-f', 'lavfi', '-i', 'testsrc2=size=160x96:rate=10:duration=1'];
    const encoder = ['-c:v', 'libsvtav1', '-preset', '12', '-svtav1-params', 'lp=1'];
    const plain = await files.make('plain.obu', ...sizes, ...encoder, '-pix_fmt', 'yuv420p');
    const told = await files.write('told.obu', withMessages(await readFile(plain), place));
    const source = await files.make('place.mkv', '-f', 'obu', '-i', told, '-i', sound, '-c', 'copy');
    // The location is in ten pictures, and in the headers of the video and the audio track.
    expect((await readFile(source)).toString('latin1').split(place)).toHaveLength(1 + 10 + 2);
    const { playback, poster, path, video, audio } = await prepareAndDescribe(source);
    expect([playback.extension, video?.codec_name, audio?.codec_name]).toEqual(['webm', 'av1', 'opus']);
    for (const file of [playback.path, poster?.path ?? '']) {
      expect((await readFile(file)).includes(place)).toBe(false);
    }
    expect(await files.frames(path)).toBe(10);
  });

  it('[UP-02] copies AV1 of Chromium, whose configuration record has no OBUs', async () => {
    const encoder = ['-c:v', 'libsvtav1', '-preset', '12', '-svtav1-params', 'lp=1', '-pix_fmt', 'yuv420p'];
    const source = await files.make('recorded.webm', ...picture(1, '160x96', 10), ...encoder);
    const bytes = await readFile(source);
    const at = bytes.indexOf(Buffer.from([0x63, 0xa2])) + 2;
    const length = bytes.readUInt8(at) & 0x7f;
    // Keeps the four bytes of the configuration record; an empty element replaces the rest.
    bytes.writeUInt8(0x84, at);
    bytes.fill(0, at + 5, at + 1 + length).set([0xec, 0x80 | (length - 6)], at + 5);
    await files.write('recorded.webm', bytes);
    const { playback, video, path } = await prepareAndDescribe(source);
    expect([playback.extension, video?.codec_name, await files.frames(path)]).toEqual(['webm', 'av1', 10]);
  });

  /** Adds metadata to each picture of an AV1 stream (AV1, 5.8.2: registered user data). */
  function withMessages(stream: Buffer, text: string): Buffer {
    const message = Buffer.concat([
      Buffer.from([(5 << 3) | 2, text.length + 3, 4, 0xb5]),
      Buffer.from(`${text}\x80`, 'latin1'),
    ]);
    const units: Buffer[] = [];
    for (let at = 0; at < stream.length; ) {
      // An OBU has a type and a LEB128 length.
      let [length, end] = [0, at + 1];
      for (let shift = 0; ; shift += 7) {
        const byte = stream.readUInt8(end);
        length += (byte & 0x7f) << shift;
        end += 1;
        if (byte < 0x80) break;
      }
      end += length;
      units.push(stream.subarray(at, end));
      const isStart = stream.readUInt8(at) >> 3 === 2;
      if (isStart) units.push(message);
      at = end;
    }
    return Buffer.concat(units);
  }

  it('[VID-01] the poster keeps the aspect ratio of its frame if the size changes in the video', async () => {
    const part = (name: string, size: string, seconds: number) =>
      files.make(name, '-f', 'lavfi', '-i', `color=red:size=${size}:rate=10:duration=${seconds}`, ...H264);
    const parts = [await part('wide.ts', '320x180', 0.2), await part('upright.ts', '180x320', 4)];
    const source = await files.write(
      'changes.ts',
      Buffer.concat(await Promise.all(parts.map((path) => readFile(path)))),
    );
    const { poster } = await prepare(source);
    const { data, info } = await sharp(poster?.path).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([320, 180]);
    const red = (x: number) => data[(90 * info.width + x) * info.channels] ?? 0;
    // An upright frame of 101 pixels in the middle, with black bars.
    expect([red(60), red(260)].every((value) => value < 30)).toBe(true);
    expect(red(160)).toBeGreaterThan(200);
  });

  it('[UP-02] an old AVI becomes H.264 and AAC', async () => {
    const source = await files.make('old.avi', ...picture(2), ...tone(2), '-c:v', 'mpeg4', '-c:a', 'libmp3lame');
    expect(await inspect(source)).toMatchObject({ contentType: 'video/x-msvideo', extension: 'avi' });
    const result = await prepareAndDescribe(source);
    expect(result.playback).toMatchObject({ contentType: 'video/mp4', extension: 'mp4' });
    expect([result.video?.codec_name, result.audio?.codec_name]).toEqual(['h264', 'aac']);
  });

  it.each([
    ['ffmpeg', tools],
    ['no ffmpeg', null],
  ])('[UP-02] a recording without a duration gets a duration and an index, with %s', async (_, by) => {
    const source = await files.make(
      'recording.webm',
      ...[...picture(2), ...tone(2), '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-live', '1'],
      ...['-f', 'webm'],
    );
    expect((await files.describe(source)).format.duration).toBeUndefined();
    expect((await inspect(source, { tools: by })).durationMs).toBeGreaterThan(1900);
    const result = await prepareAndDescribe(source, { tools: by });
    expect(result.playback).toMatchObject({ contentType: 'video/webm', extension: 'webm' });
    expect(Number(result.format.duration)).toBeGreaterThan(1.9);
    const cues = Buffer.from([0x1c, 0x53, 0xbb, 0x6b]);
    expect((await readFile(result.path)).includes(cues), 'an index for seeking').toBe(true);
  });

  it('[UP-02] odd sides become even, and pixels square', async () => {
    const source = await files.make('odd.mkv', ...picture(1), '-vf', 'scale=161:91,setsar=2', '-c:v', 'mpeg4');
    const result = await prepareAndDescribe(source);
    expect(result).toMatchObject({ width: 322, height: 90 });
    expect(result.video).toMatchObject({ width: 322, height: 90, sample_aspect_ratio: '1:1' });
  });

  it('[UP-02] a silent video stays silent', async () => {
    const result = await prepareAndDescribe(await files.make('silent.mp4', ...picture(1), ...H264));
    expect(result.streams).toHaveLength(1);
  });

  it.each([
    ['copied', 'silence.mp4', [...H264, ...['-c:a', 'aac']]],
    ['encoded', 'silence.avi', ['-c:v', 'mpeg4', '-c:a', 'pcm_s16le']],
  ])('[UP-02] detects silent sound, %s', async (_, name, codecs) => {
    const make = (word: string, volume: string) =>
      files.make(`${word}-${name}`, ...picture(3), ...tone(3), '-af', volume, ...codecs);
    expect((await prepare(await make('off', 'volume=0'))).notes).toEqual([{ kind: 'silent', seconds: null }]);
    // With sound only at the end.
    const late = await make('late', "volume=0:enable='lt(t,2)'");
    expect((await prepare(late)).notes).toEqual([]);
  });

  it('[VID-01] two videos with a difference of 15 dB play at the same loudness', async () => {
    const make = (name: string, volume: string, ...codecs: string[]) =>
      files.make(name, ...picture(6, '160x90', 5), ...tone(6), '-af', `volume=${volume}dB`, ...codecs);
    const heard: number[] = [];
    for (const path of [
      await make('loud.mp4', '9', ...H264, ...AAC, '-ac', '2'),
      // Mono.
      await make('quiet.mp4', '-6', ...H264, ...AAC),
      await make('surround.avi', '-6', '-c:v', 'mpeg4', '-c:a', 'ac3', '-ac', '6'),
    ]) {
      const { loudness, path: playback } = await prepare(path);
      if (!loudness) throw new Error('not measured');
      const gain = evenGain({ lufs: loudness.lufs, peak_db: loudness.peakDb });
      // Measured again at the volume of the player.
      const output = `${playback}.txt`;
      const filters = `volume=${gain}dB,${loudnessFilters(output)}`;
      await execute(tools.ffmpeg, ['-v', 'error', '-i', playback, '-vn', '-af', filters, '-f', 'null', '-']);
      const delivered = await readLoudness(output);
      heard.push(delivered?.lufs ?? 0);
      expect(delivered?.peakDb).toBeLessThan(-1);
      expect(Math.abs(gain)).toBeGreaterThan(1);
    }
    expect(Math.max(...heard) - Math.min(...heard)).toBeLessThan(1);
    expect(heard[0]).toBeCloseTo(-18, 0);
    expect((await prepare(await files.make('mute.mp4', ...picture(2, '160x90', 5), ...H264))).loudness).toBeNull();
  });

  it('[UP-02] detects a black picture, and a start in silence or darkness', async () => {
    const codecs = ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'pcm_s16le'];
    // A covered camera is not completely black.
    const dark = (seconds: string) =>
      `drawbox=color=black:t=fill:enable='lt(t,${seconds})',noise=alls=6:allf=t,eq=brightness=0.01`;
    const make = (name: string, ...filters: string[]) =>
      files.make(name, ...picture(8, '320x180', 5), ...tone(8), ...filters, ...codecs);
    const all = await make('covered.avi', '-vf', dark('9'));
    expect((await prepare(all)).notes).toEqual([{ kind: 'black', seconds: null }]);
    const start = await make('starts.avi', '-vf', dark('6'), '-af', "volume=0:enable='lt(t,5.5)'");
    expect((await prepare(start)).notes).toEqual([
      { kind: 'silent', seconds: expect.closeTo(5.5, 0) },
      { kind: 'black', seconds: expect.closeTo(6, 0) },
    ]);
    const fade = await make('fade.avi', '-vf', dark('4'));
    expect((await prepare(fade)).notes).toEqual([]);
    // A candle in a dark room.
    const candle = await make('candle.avi', '-vf', `${dark('9')},drawbox=w=iw/8:h=ih/8:x=20:y=20:color=gray:t=fill`);
    expect((await prepare(candle)).notes).toEqual([]);
  });

  it('[UP-02] surround sound becomes stereo; the picture is copied', async () => {
    const surround = ['-f', 'lavfi', '-i', 'anoisesrc=duration=1', '-ac', '6'];
    const source = await files.make('surround.mkv', ...picture(1), ...surround, ...H264, '-c:a', 'ac3');
    const result = await prepareAndDescribe(source);
    expect(result.audio).toMatchObject({ codec_name: 'aac', channels: 2 });
    const [before, after] = [await files.describe(source), result].map(({ streams }) => streams[0]?.codec_name);
    expect([before, after]).toEqual(['h264', 'h264']);
  });

  it('[UP-02] audio without video is rejected immediately, even with a cover', async () => {
    const cover = await files.make('cover.jpg', ...picture(1), '-frames:v', '1');
    const plain = await files.make('song.m4a', ...tone(1), ...AAC);
    const covered = await files.make(
      'covered.m4a',
      ...[...tone(1), '-i', cover, '-map', '0', '-map', '1', ...AAC, '-c:v', 'copy', '-disposition:v', 'attached_pic'],
    );
    const mp3 = await files.make('song.mp3', ...tone(1));
    for (const song of [plain, covered, mp3]) {
      await expect(inspect(song)).rejects.toEqual(rejected('video.no_picture'));
      await expect(inspect(song, { tools: null })).rejects.toEqual(rejected('video.no_picture'));
    }
    await expect(prepare(covered)).rejects.toEqual(unusable('no_picture'));
  });

  it('[UP-02] rejects a file that is not a video immediately, whatever its name', async () => {
    const png = await files.make('picture.png', ...picture(1), '-frames:v', '1');
    const contents: [string, string | Buffer][] = [
      ['empty.mp4', ''],
      ['text.mp4', 'Dear grandmother,\n\nthis is a letter and no video.\n'.repeat(40)],
      ['page.mp4', '<!doctype html><html><video src="x.mp4"></video></html>'],
      ['picture.mp4', await readFile(png)],
      ['photo.mp4', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
      // A header without any data that could be a track or a frame.
      ['header.mp4', Buffer.from(`\0\0\0\x18ftypmp42\0\0\0\0mp42isom${'nothing to see here.....'}`, 'latin1')],
      ['header.mov', Buffer.from(`\0\0\0\x14ftypqt  \0\0\0\0qt  ${'no box, only words. '.repeat(60)}`, 'latin1')],
      ['header.webm', Buffer.from(`\x1a\x45\xdf\xa3\x9fwebm${'no segment. '.repeat(60)}`, 'latin1')],
      ['stub.avi', 'RIFF\0\0\0\0AVI LIST'],
      ['list.mp4', 'ffconcat version 1.0\nfile victim.mp4\n'],
      ['playlist.mp4', '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nvictim.ts\n#EXT-X-ENDLIST\n'],
      ['manifest.mp4', '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>'],
    ];
    for (const [name, content] of contents) {
      const path = await files.write(name, content);
      const code = content.length === 0 ? 'video.empty' : 'video.not_a_video';
      await expect(inspect(path), name).rejects.toEqual(rejected(code));
      await expect(inspect(path, { tools: null }), name).rejects.toEqual(rejected(code));
      await expect(prepare(path), name).rejects.toEqual(unusable('damaged'));
    }
  });

  it('[UP-02] a video that is too long is rejected immediately', async () => {
    const source = await files.make('long.mp4', ...picture(4), ...H264);
    await expect(inspect(source, { maxSeconds: 3 })).rejects.toEqual(rejected('video.too_long', { max_seconds: 3 }));
    await expect(inspect(source, { maxSeconds: 3, tools: null })).rejects.toEqual(
      rejected('video.too_long', { max_seconds: 3 }),
    );
    await expect(prepare(source, { maxSeconds: 3 })).rejects.toEqual(unusable('too_long'));
  });

  it('[UP-02] a video that is longer than its header says is rejected while it is encoded', async () => {
    const bytes = await readFile(await files.make('lie.flv', ...picture(4, '64x36'), '-c:v', 'flv1'));
    // A property name, a type byte, and the number (Adobe Flash Video File Format 10.1, E.4.4.2).
    bytes.writeDoubleBE(1, bytes.indexOf('duration', 0, 'latin1') + 'duration'.length + 1);
    const source = await files.write('lie.flv', bytes);
    expect((await probeVideo(source, tools))?.durationSeconds).toBe(1);
    await expect(prepare(source, { maxSeconds: 2 })).rejects.toEqual(unusable('too_long'));
    expect((await prepare(source)).durationMs).toBeGreaterThan(3500);
  });

  it('[UP-02] the existing part of a truncated file is published', async () => {
    const original = await files.make(
      'whole.mp4',
      ...picture(8),
      ...tone(8),
      ...H264,
      ...AAC,
      '-movflags',
      '+faststart',
    );
    const bytes = await readFile(original);
    const source = await files.write('cut.mp4', bytes.subarray(0, Math.round(bytes.length * 0.5)));
    await expect(inspect(source)).resolves.toMatchObject({ extension: 'mp4' });
    const result = await prepare(source);
    expect(result.missingSeconds).toBeGreaterThan(2);
    expect(result.missingSeconds + (result.durationMs ?? 0) / 1000).toBeCloseTo(8, 0);
    expect(result.durationMs).toBeGreaterThan(1000);
    expect(result.durationMs).toBeLessThan(6000);
    // Players stop at the first frame that cannot be decoded, like ffmpeg with -xerror.
    const { stderr } = await execute(tools.ffmpeg, [
      ...['-v', 'error', '-xerror', '-i', result.path, '-f', 'null', '-'],
    ]);
    expect(stderr).toBe('');
  });

  it('[UP-02] a file without its index, or with only its start, is reported as damaged', async () => {
    const original = await files.make('index-last.mp4', ...picture(8), ...H264);
    const bytes = await readFile(original);
    const lost = await files.write('lost.mp4', bytes.subarray(0, Math.round(bytes.length * 0.7)));
    await expect(inspect(lost)).resolves.toMatchObject({ extension: 'mp4', durationMs: null });
    await expect(prepare(lost)).rejects.toEqual(unusable('damaged'));
    const first = await files.make('index-first.mp4', ...picture(8), ...H264, '-movflags', '+faststart');
    const start = await readFile(first);
    const stump = await files.write('stump.mp4', start.subarray(0, start.indexOf('mdat') + 4000));
    await expect(prepare(stump)).rejects.toEqual(unusable('damaged'));
  });

  it('[UP-02] without ffmpeg, a file that needs it is rejected with that reason', async () => {
    const avi = await files.make('plain.avi', ...picture(1), '-c:v', 'mpeg4');
    await expect(prepare(avi, { tools: null })).rejects.toEqual(unusable('needs_converter'));
    const hevc = await files.make('plain.mp4', ...picture(1), '-c:v', 'libx265', '-x265-params', 'log-level=error');
    await expect(prepare(hevc, { tools: null })).rejects.toEqual(unusable('needs_converter'));
  });

  it('[VID-01] the poster is not dark, even if the video begins dark', async () => {
    const dark = ['-f', 'lavfi', '-i', 'color=black:size=1920x1080:rate=2:duration=4'];
    const source = await files.make(
      'dark.mp4',
      ...[...dark, ...picture(6, '1920x1080', 2), '-filter_complex', 'concat', ...H264],
    );
    const { poster } = await prepare(source);
    const { width, height, format } = await sharp(poster?.path).metadata();
    expect({ width, height, format }).toEqual({ width: 1280, height: 720, format: 'webp' });
    const { channels } = await sharp(poster?.path).stats();
    expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(50);
  });

  it.each([
    ['copied', '320x180', H264],
    ['encoded', '180x320', ['-c:v', 'mpeg4']],
  ])(
    '[VID-01] the poster of a video that is %s has its colors, with and without WebP support in ffmpeg',
    async (_, size, codec) => {
      const colored = ['-f', 'lavfi', '-i', `color=0xc08040:size=${size}:rate=10:duration=1`];
      const source = await files.make(`colored-${size}.mov`, ...colored, ...codec);
      for (const webp of [true, false]) {
        const { poster } = await prepare(source, { tools: { ...tools, webp } });
        const { format, width, height } = await sharp(poster?.path).metadata();
        expect([format, `${width}x${height}`]).toEqual(['webp', size]);
        const { channels } = await sharp(poster?.path).stats();
        const { r, g, b } = thumbHashToAverageRGBA(poster?.thumbhash ?? Buffer.alloc(0));
        for (const colors of [channels.map(({ mean }) => mean), [r * 255, g * 255, b * 255]]) {
          expect(colors.map((color) => Math.round(color / 32))).toEqual([6, 4, 2]);
        }
      }
    },
  );

  describe('safety', () => {
    it('[UP-02] a text file with the path of another file does not reveal that file', async () => {
      const victim = await files.make('victim.mp4', ...picture(1), ...H264);
      const list = await files.write('innocent.mp4', `ffconcat version 1.0\nfile '${victim}'\n`);
      const output = `${list}.out.mp4`;
      const limits = { folder: dirname(list), timeoutMs: 10_000, maxFileBytes: 10_000_000 };
      // Proves the danger: ffmpeg detects the list by its content and makes a video of the other file.
      await files.make('stolen.mp4', '-safe', '0', '-f', 'concat', '-i', list, '-c', 'copy');
      await expect(runFfmpeg(tools, [...safeInput(list), '-c', 'copy', '-y', output], limits)).rejects.toMatchObject({
        kind: 'unsupported',
      });
      expect(await stat(output).catch(() => null)).toBeNull();
      await expect(runFfprobe(tools, [...safeInput(list), '-show_streams'], limits)).rejects.toThrow(/whitelist/i);
    });

    it('[UP-02] a playlist causes no network request', async () => {
      let hits = 0;
      const canary = createServer((_, response) => {
        hits += 1;
        response.statusCode = 404;
        response.end();
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => canary.once('listening', resolve));
      const { port } = canary.address() as { port: number };
      try {
        const address = `http://127.0.0.1:${port}/segment.ts`;
        const list = await files.write(
          'playlist-canary.mp4',
          `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${address}\n#EXT-X-ENDLIST\n`,
        );
        const limits = { folder: dirname(list), timeoutMs: 10_000 };
        await expect(inspect(list)).rejects.toEqual(rejected('video.not_a_video'));
        await expect(prepare(list)).rejects.toEqual(unusable('damaged'));
        await expect(runFfprobe(tools, [...safeInput(list), '-show_streams'], limits)).rejects.toThrow();
        await expect(runFfmpeg(tools, [...safeInput(list), '-f', 'null', '-'], limits)).rejects.toThrow();
        expect(hits).toBe(0);
        // Control: ffmpeg without restrictions requests the address.
        const open = ['-protocol_whitelist', 'file,http,tcp', '-f', 'hls', '-i', list, '-f', 'null', '-y'];
        await files.make('never', ...open).catch(() => {});
        expect(hits).toBeGreaterThan(0);
      } finally {
        canary.closeAllConnections();
        canary.close();
      }
    });

    it('[UP-02] a picture with very many pixels is rejected before it needs memory', async () => {
      const source = await files.make(
        'huge.mov',
        ...[
          '-f',
          'lavfi',
          '-i',
          'color=gray:size=8000x8000:rate=1:duration=1',
          '-c:v',
          'mjpeg',
          '-pix_fmt',
          'yuvj420p',
        ],
      );
      await expect(prepare(source)).rejects.toBeInstanceOf(UnusableVideoError);
      const limits = { folder: dirname(source), timeoutMs: 10_000 };
      const decode = [...safeInput(source), '-f', 'null', '-'];
      await expect(runFfmpeg(tools, decode, limits)).rejects.toMatchObject({ kind: 'limit' });
    });

    it('[UP-02] a tool is stopped at its time limit and when the caller aborts', async () => {
      const source = await files.make('slow.mp4', ...picture(4, '1280x720', 10), ...H264);
      const args = [...safeInput(source), '-c:v', 'libx264', '-preset', 'veryslow', '-f', 'null', '-'];
      const limits = { folder: dirname(source), maxFileBytes: 1_000_000 };
      await expect(runFfmpeg(tools, args, { ...limits, timeoutMs: 300 })).rejects.toMatchObject({ kind: 'limit' });
      const signal = AbortSignal.timeout(300);
      await expect(runFfmpeg(tools, args, { ...limits, timeoutMs: 60_000, signal })).rejects.toMatchObject({
        name: 'TimeoutError',
      });
    });

    it.runIf(existsSync('/proc/self/cmdline'))(
      '[UP-02] a tool killed by the system does not fail the video',
      async () => {
        const source = await files.make('ended.mp4', ...picture(20, '64x36', 5), ...H264);
        const args = ['-re', ...safeInput(source), '-c:v', 'libx264', '-preset', 'ultrafast', '-f', 'null', '-'];
        const running = async () => {
          for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
            const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
            // The wrapper execs the tool; only after that does the tool receive the signal.
            if (command.startsWith(tools.ffmpeg) && command.includes(source)) return Number(pid);
          }
          return 0;
        };
        // Like Ctrl-C and service managers, which send the signal to every process.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) {
          let begun = false;
          const limits = { folder: dirname(source), timeoutMs: 60_000 };
          const outcome = expect(
            runFfmpeg(tools, args, limits, () => {
              begun = true;
            }),
          ).rejects.toMatchObject({ kind: 'machine' });
          await expect.poll(() => begun).toBe(true);
          const pid = await running();
          expect(pid, 'never 0, the own process group').toBeGreaterThan(1);
          process.kill(pid, signal);
          await outcome;
        }
      },
    );

    it.runIf(tools?.sandbox.prlimit)('[UP-02] a tool that writes too much is stopped', async () => {
      const source = await files.make('noise.avi', ...picture(1, '640x360', 10), '-c:v', 'mpeg4');
      const args = [...safeInput(source), '-c:v', 'rawvideo', '-f', 'avi', '-y', `file:${source}.raw`];
      const limits = { folder: dirname(source), writes: dirname(source), timeoutMs: 20_000, maxFileBytes: 1_000_000 };
      await expect(runFfmpeg(tools, args, limits)).rejects.toMatchObject({ kind: 'limit' });
      expect((await stat(`${source}.raw`)).size).toBeLessThanOrEqual(1_000_000);
    });
  });
});
