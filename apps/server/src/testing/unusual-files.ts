import { readFileSync, writeFileSync } from 'node:fs';
import type { VideoFailure } from '@kinreel/contracts';
import { cachedFile, picture, testClip, tone } from './clips.ts';

/** A file of an unusual kind, as made by cameras, televisions, discs and shops, and what Kinreel does with it. */
export interface UnusualFile {
  /** Its name describes what is unusual. */
  name: string;
  /** Makes it with the ffmpeg of this machine, or returns the cached one. @returns its path; do not change the file */
  make(): string;
  /**
   * It plays for this many seconds, is rejected immediately (null: too small to be anything), or fails with a reason.
   */
  ends: { plays: number } | { rejected: string } | { fails: VideoFailure; params?: Record<string, string> };
}

const SIZE = '160x96';
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25'];
const AAC = ['-c:a', 'aac'];
const FILM = [...picture(2, SIZE, 25), ...tone(2)];
const PAL = [...picture(1, '720x576', 25), ...tone(1)];

/** Seconds until the timestamps of a transport stream wrap: 33 bits at 90 kHz. */
const CLOCK_SECONDS = 2 ** 33 / 90_000;

const clip = (name: string, ...args: string[]) => testClip(name, args);
const stream = (name: string, ...args: string[]) => clip(name, ...FILM, ...H264, ...AAC, ...args);

/** A modified copy of another file. @param recipe name of the change; change it with the code */
function changed(name: string, recipe: string, source: () => string, change: (bytes: Buffer) => Buffer): string {
  const path = source();
  return cachedFile(name, [recipe, path], (target) => writeFileSync(target, change(readFileSync(path))));
}

/** An MP4 with another codec name, because this ffmpeg cannot encode the real one. */
const renamed = (name: string, from: string, to: string) =>
  changed(
    name,
    `renamed ${from} ${to}`,
    () => clip('silent.mp4', ...picture(2, SIZE, 25), ...H264),
    (bytes) => {
      bytes.write(to, bytes.indexOf(from, 0, 'latin1'), 'latin1');
      return bytes;
    },
  );

const cover = (type: string) => clip(`cover.${type}`, '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1');

/** An MP4 with a cover picture, as shops and media libraries write it. */
const covered = (name: string, type: string, isFirst = false) =>
  clip(
    name,
    ...[...FILM, '-i', cover(type), ...(isFirst ? ['-map', '2'] : []), '-map', '0', '-map', '1'],
    ...(isFirst ? [] : ['-map', '2']),
    ...[...H264, ...AAC, `-c:v:${isFirst ? 0 : 1}`, 'copy', `-disposition:v:${isFirst ? 0 : 1}`, 'attached_pic'],
  );

const attached = (name: string, type: string) =>
  clip(name, ...FILM, '-attach', cover(type), '-metadata:s:t', `mimetype=image/${type}`, ...H264, ...AAC);

const tracks = (name: string, count: number) =>
  clip(name, ...FILM, '-map', '0', ...Array(count).fill(['-map', '1']).flat(), ...H264, ...AAC, '-b:a', '32k');

/** Sets the scrambling bits of packets, as in recordings of pay television, and scrambles them. */
function scrambled(bytes: Buffer): Buffer {
  for (let at = 0; at + 188 <= bytes.length; at += 188) {
    const id = bytes.readUInt16BE(at + 1) & 0x1fff;
    if (id < 0x100 || id === 0x1fff) continue;
    bytes.writeUInt8(bytes.readUInt8(at + 3) | 0x80, at + 3);
    for (let i = at + 100; i < at + 188; i += 1) bytes[i] = (bytes[i] ?? 0) ^ 0x5a;
  }
  return bytes;
}

/** Scrambles the video packets of a DVD. */
function scrambledDisc(bytes: Buffer): Buffer {
  const packet = Buffer.from([0, 0, 1, 0xe0]);
  for (let at = bytes.indexOf(packet); at >= 0; at = bytes.indexOf(packet, at + 4)) {
    bytes.writeUInt8(bytes.readUInt8(at + 6) | 0x10, at + 6);
    for (let i = at + 128; i < Math.min(bytes.length, at + 2000); i += 1) bytes[i] = (bytes[i] ?? 0) | 0x40;
  }
  return bytes;
}

/** Adds a content encryption object to a WMV header. */
function encryptedWmv(bytes: Buffer): Buffer {
  const object = Buffer.concat([Buffer.from('fbb3112223bdd211b4b700a0c955fc6e', 'hex'), Buffer.alloc(32, 7)]);
  object.writeBigUInt64LE(BigInt(object.length), 16);
  bytes.writeBigUInt64LE(bytes.readBigUInt64LE(16) + BigInt(object.length), 16);
  bytes.writeUInt32LE(bytes.readUInt32LE(24) + 1, 24);
  return Buffer.concat([bytes.subarray(0, 30), object, bytes.subarray(30)]);
}

/**
 * Marks a WebM as encrypted (RFC 9559, ContentEncodings), in place of a title of the same length, and scrambles its
 * clusters.
 */
function encryptedWebm(bytes: Buffer): Buffer {
  const element = (id: number[], content: number[]) => [...id, 0x80 | content.length, ...content];
  const encryption = element([0x50, 0x35], [...element([0x47, 0xe1], [5]), ...element([0x47, 0xe2], [1, 2, 3, 4])]);
  const encoding = [...element([0x50, 0x31], [0]), ...element([0x50, 0x32], [1]), ...element([0x50, 0x33], [1])];
  const encodings = Buffer.from(element([0x6d, 0x80], element([0x62, 0x40], [...encoding, ...encryption])));
  const at = bytes.indexOf(Buffer.from([0x53, 0x6e, 0x80 | (encodings.length - 3)]));
  encodings.copy(bytes, at);
  for (let i = bytes.indexOf(Buffer.from('1f43b675', 'hex')) + 40; i < bytes.length; i += 7) {
    bytes.writeUInt8(bytes.readUInt8(i) ^ 0x5a, i);
  }
  return bytes;
}

/** 10-bit HEVC with a Dolby Vision box in place of the color box. */
const dolbyVision = (name: string, profile: number, compatibility: number) =>
  changed(
    name,
    `Dolby Vision ${profile}.${compatibility}`,
    () =>
      clip(
        'colors.mp4',
        ...[
          ...picture(2, SIZE, 25),
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-pix_fmt',
          'yuv420p10le',
          '-tag:v',
          'hvc1',
        ],
        ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
        ...['-color_primaries', 'bt2020', '-color_trc', 'arib-std-b67', '-colorspace', 'bt2020nc'],
      ),
    (bytes) => {
      const at = bytes.indexOf('colr', 0, 'latin1');
      bytes.write('dvcC', at, 'latin1');
      // Version 1.0; profile, level 6, RPU and base layer present; compatibility id.
      bytes.fill(0, at + 4, at + 15).set([1, 0, profile << 1, (6 << 3) | 0b101, compatibility << 4], at + 4);
      return bytes;
    },
  );

const late = (name: string, seconds: number) =>
  stream(name, '-muxdelay', '0', '-muxpreload', '0', '-output_ts_offset', String(seconds));

export const UNUSUAL_FILES: readonly UnusualFile[] = [
  { name: 'clock-at-10-hours.ts', make: () => late('ten.ts', 36_000), ends: { plays: 2 } },
  { name: 'clock-at-26-hours.ts', make: () => late('late.ts', 94_000), ends: { plays: 2 } },
  { name: 'clock-starts-again.ts', make: () => late('wrap.ts', CLOCK_SECONDS - 1), ends: { plays: 2 } },
  {
    name: 'two-recordings-joined.ts',
    make: () =>
      changed(
        'joined.ts',
        'joined',
        () => late('first.ts', 500),
        (bytes) => Buffer.concat([bytes, readFileSync(late('second.ts', 40_000))]),
      ),
    ends: { plays: 4 },
  },
  { name: 'camcorder.m2ts', make: () => stream('camcorder.m2ts', '-mpegts_m2ts_mode', '1'), ends: { plays: 2 } },
  {
    name: 'something-in-front.ts',
    make: () =>
      changed(
        'front.ts',
        'front',
        () => stream('plain.ts'),
        (bytes) => Buffer.concat([Buffer.alloc(40_000, 'no packet here, '), bytes.subarray(100)]),
      ),
    ends: { plays: 2 },
  },
  { name: 'minidv-pal.dv', make: () => clip('pal.dv', ...PAL, '-target', 'pal-dv'), ends: { plays: 1 } },
  {
    name: 'minidv-ntsc.dv',
    make: () => clip('ntsc.dv', ...picture(1, '720x480', 30), ...tone(1), '-target', 'ntsc-dv'),
    ends: { plays: 1 },
  },
  { name: 'mpeg-1.mpg', make: () => clip('one.mpg', ...FILM, '-c:v', 'mpeg1video', '-c:a', 'mp2'), ends: { plays: 2 } },
  {
    name: 'mpeg-1.m1v',
    make: () => clip('one.m1v', ...picture(2, SIZE, 25), '-c:v', 'mpeg1video'),
    ends: { plays: 2 },
  },
  {
    name: 'mpeg-2.m2v',
    make: () => clip('two.m2v', ...picture(2, SIZE, 25), '-c:v', 'mpeg2video', '-bf', '2'),
    ends: { plays: 2 },
  },
  {
    name: 'dvd.vob',
    make: () => clip('dvd.vob', ...PAL, '-flags', '+ildct+ilme', '-c:v', 'mpeg2video', '-c:a', 'ac3'),
    ends: { plays: 1 },
  },
  {
    name: 'television-camera.mxf',
    make: () => clip('camera.mxf', ...PAL, '-flags', '+ildct+ilme', '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'),
    ends: { plays: 1 },
  },
  { name: 'cover-png.mp4', make: () => covered('png.mp4', 'png'), ends: { plays: 2 } },
  { name: 'cover-bmp.m4v', make: () => covered('bmp.mp4', 'bmp'), ends: { plays: 2 } },
  { name: 'cover-jpeg.mov', make: () => covered('jpg.mp4', 'jpg'), ends: { plays: 2 } },
  { name: 'cover-first.mp4', make: () => covered('first.mp4', 'png', true), ends: { plays: 2 } },
  { name: 'cover-png.mkv', make: () => attached('png.mkv', 'png'), ends: { plays: 2 } },
  { name: 'time-code.mov', make: () => stream('code.mov', '-timecode', '01:00:00:00'), ends: { plays: 2 } },
  {
    name: 'sound-of-an-unknown-kind-too.mkv',
    make: () =>
      clip(
        'truehd.mkv',
        ...[...FILM, '-map', '0', '-map', '1', '-map', '1', ...H264, '-c:a:0', 'truehd', '-strict', '-2'],
        ...['-c:a:1', 'aac'],
      ),
    ends: { plays: 2 },
  },
  { name: '21-tracks.mp4', make: () => tracks('many.mp4', 20), ends: { plays: 2 } },
  { name: '71-tracks.mkv', make: () => tracks('more.mkv', 70), ends: { fails: 'too_many_tracks' } },
  {
    name: 'one-picture.wmv',
    make: () => clip('one.wmv', ...picture(0.04, SIZE, 25), '-c:v', 'wmv2'),
    ends: { plays: 0.04 },
  },
  {
    name: 'vvc.mp4',
    make: () => renamed('vvc.mp4', 'avc1\0\0', 'vvc1\0\0'),
    ends: { fails: 'unsupported_codec', params: { codec: 'VVC (H.266)' } },
  },
  {
    name: 'av1-dolby-vision.mp4',
    make: () => renamed('dav1.mp4', 'avc1\0\0', 'dav1\0\0'),
    ends: { fails: 'unsupported_codec', params: { codec: 'AV1 with Dolby Vision' } },
  },
  {
    name: 'dolby-vision-5.mp4',
    make: () => dolbyVision('dolby-5.mp4', 5, 0),
    ends: { fails: 'unsupported_codec', params: { codec: 'Dolby Vision' } },
  },
  { name: 'dolby-vision-8.mp4', make: () => dolbyVision('dolby-8.mp4', 8, 4), ends: { plays: 2 } },
  {
    name: '240-pictures-a-second.mp4',
    make: () => clip('fast.mp4', ...picture(2, SIZE, 240), ...tone(2), ...H264, ...AAC),
    ends: { plays: 2 },
  },
  {
    // Recorded with 120 frames per second for two seconds, stored to play in eight.
    name: 'slow-motion.mov',
    make: () => clip('slow.mov', ...picture(2, SIZE, 120), '-vf', 'setpts=4*PTS', '-r', '30', ...H264),
    ends: { plays: 8 },
  },
  {
    // An edit list hides the first half second.
    name: 'cut-on-the-phone.mov',
    make: () =>
      clip(
        'cut.mov',
        '-ss',
        '0.5',
        '-i',
        clip('to-cut.mov', ...picture(3, SIZE, 120), ...tone(3), ...H264, ...AAC),
        '-c',
        'copy',
      ),
    ends: { plays: 2.5 },
  },
  {
    name: 'archive.mkv',
    make: () => clip('archive.mkv', ...picture(1, SIZE, 25), '-c:v', 'ffv1'),
    ends: { fails: 'unsupported_codec', params: { codec: 'FFV1' } },
  },
  {
    name: 'shop.mp4',
    make: () =>
      stream(
        'shop.mp4',
        ...['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', '76a6c65c5ea762046bd749a2e632ccbb'],
        ...['-encryption_kid', 'a7e61c373e219033c21091fa607bf3b8'],
      ),
    ends: { fails: 'protected' },
  },
  {
    name: 'pay-television.ts',
    make: () => changed('pay.ts', 'scrambled', () => stream('plain.ts'), scrambled),
    ends: { fails: 'protected' },
  },
  {
    name: 'bought-dvd.vob',
    make: () =>
      changed(
        'bought.vob',
        'scrambled',
        () => clip('dvd.vob', ...PAL, '-flags', '+ildct+ilme', '-c:v', 'mpeg2video', '-c:a', 'ac3'),
        scrambledDisc,
      ),
    ends: { fails: 'protected' },
  },
  {
    name: 'bought.wmv',
    make: () =>
      changed('bought.wmv', 'encrypted', () => clip('two.wmv', ...picture(1, SIZE, 25), '-c:v', 'wmv2'), encryptedWmv),
    ends: { fails: 'protected' },
  },
  {
    name: 'bought.webm',
    make: () =>
      changed(
        'bought.webm',
        'encrypted',
        () =>
          clip(
            'plain.webm',
            ...[...picture(1, SIZE, 25), '-c:v', 'libvpx', '-deadline', 'realtime'],
            ...['-metadata:s:v', `title=${'-'.repeat(29)}`],
          ),
        encryptedWebm,
      ),
    ends: { fails: 'protected' },
  },
  {
    name: 'empty.mp4',
    make: () => cachedFile('empty.mp4', ['empty'], (path) => writeFileSync(path, '')),
    ends: { rejected: 'video.empty' },
  },
  { name: 'photo.mp4', make: () => cover('png'), ends: { rejected: 'video.not_a_video' } },
  { name: 'song.mp4', make: () => clip('song.m4a', ...tone(1), ...AAC), ends: { rejected: 'video.no_picture' } },
];
