import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cachedFile, picture, testClip, tone, turnClockwise } from '@kinreel/server/testing/clips';

/** A video from a phone: QuickTime with HEVC and AAC, rotated by its header, with GPS coordinates. */
export function phoneMov(): string {
  const flat = testClip('phone-flat.mov', [
    ...picture(6, '640x360', 15),
    ...tone(6),
    ...[
      '-c:v',
      'libx265',
      '-preset',
      'ultrafast',
      '-x265-params',
      'log-level=error',
      '-tag:v',
      'hvc1',
      '-b:v',
      '4M',
      '-c:a',
      'aac',
    ],
    ...['-metadata', 'com.apple.quicktime.location.ISO6709=+46.7867-092.1005+200/', '-movflags', 'use_metadata_tags'],
  ]);
  return cachedFile('phone.mov', [flat], (path) => writeFileSync(path, turnClockwise(readFileSync(flat), 360)));
}

/** A recording from a browser: WebM with VP8 and Opus. Small, for tests that need any video. */
export function browserWebm(): string {
  return testClip('browser.webm', [
    ...picture(4, '320x240', 15),
    ...tone(4),
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', '-c:a', 'libopus'],
  ]);
}

/** A recording of more than 256 KiB, the size from which storage sends files directly (send-stored-object.ts). */
export function longerWebm(): string {
  return testClip('longer.webm', [
    ...picture(6, '640x480', 30),
    ...tone(6),
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-c:a', 'libopus'],
  ]);
}

/** As long as a clip of the sample family, but too small for renditions. */
export function clipMp4(): string {
  return testClip('clip.mp4', [
    ...picture(12, '320x180', 4),
    ...tone(12),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ]);
}

/** A video from an old camera, which no browser plays. Encoding it takes seconds. */
export function oldAvi(): string {
  return testClip('old.avi', [
    ...picture(20, '1280x720', 15),
    ...tone(20),
    '-c:v',
    'mpeg4',
    '-q:v',
    '4',
    '-c:a',
    'mp2',
  ]);
}

/** A video from an old camera, whose picture is too small to keep the encoder busy. */
export function cameraAvi(seconds: number): string {
  return testClip('camera.avi', [
    ...picture(seconds, '320x240', 15),
    ...tone(seconds),
    ...['-c:v', 'mpeg4', '-q:v', '4', '-c:a', 'mp2'],
  ]);
}

/** A large file of about 18 MB: noise, which does not compress. */
export function largeMp4(): string {
  return testClip('large.mp4', [
    ...['-f', 'lavfi', '-i', 'nullsrc=size=640x360:rate=30:duration=9,geq=random(1)*255:128:128'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '16M', '-pix_fmt', 'yuv420p'],
  ]);
}

/** A video of 24 MB that is processed quickly: most of it is a `free` box, which players skip (ISO 14496-12). */
export function longWayMp4(): string {
  const video = testClip('short.mp4', [...picture(4, '320x180', 10), '-c:v', 'libx264', '-preset', 'ultrafast']);
  return cachedFile('long-way.mp4', [video], (path) => {
    const filling = randomBytes(24_000_000);
    filling.writeUInt32BE(filling.length, 0);
    filling.write('free', 4);
    writeFileSync(path, Buffer.concat([readFileSync(video), filling]));
  });
}

/** Five minutes to seek in: H.264 and AAC in MP4, four frames per second. Too small for renditions. */
export function fiveMinutesMp4(): string {
  return testClip('five-minutes.mp4', [
    ...picture(300, '320x180', 4),
    ...tone(300),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '150k', '-pix_fmt', 'yuv420p', '-g', '8'],
    ...['-c:a', 'aac', '-b:a', '48k'],
    ...['-movflags', '+faststart'],
  ]);
}

/** 1080p with enough detail that its renditions need different bandwidths. */
export function hdMp4(seconds = 15, framesPerSecond = 12): string {
  return testClip('hd.mp4', [
    ...picture(seconds, '1920x1080', framesPerSecond),
    ...tone(seconds),
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '6M', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ]);
}

/** A file of an HLS stream. */
export interface SetFile {
  name: string;
  bytes: Buffer;
  contentType: string;
}

/**
 * The same five minutes as HLS in two renditions: playlists, and one file per rendition that is read in byte ranges.
 */
export function fiveMinutesSet(): SetFile[] {
  const files: SetFile[] = [];
  const playlist = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const [name, size, rate, codec] of [
    ['five-minutes-small', '320x180', 100, 'avc1.42c00d'],
    ['five-minutes-large', '640x360', 400, 'avc1.42c01e'],
  ] as const) {
    const args = [
      ...['-i', fiveMinutesMp4(), '-vf', `scale=${size}`, '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-profile:v', 'baseline', '-b:v', `${rate}k`, '-minrate', `${rate}k`, '-maxrate', `${rate}k`],
      ...['-bufsize', `${rate}k`, '-g', '8', '-c:a', 'aac', '-b:a', '64k'],
      ...['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
      // ffmpeg writes the video file to the folder of its playlist, with the playlist's name.
      ...['-hls_flags', 'single_file', '-hls_segment_filename', `${name}.mp4`],
    ];
    const list = testClip(`${name}.m3u8`, args);
    files.push({ name: `${name}.m3u8`, bytes: readFileSync(list), contentType: 'application/vnd.apple.mpegurl' });
    const bytes = readFileSync(join(dirname(list), `${name}.mp4`));
    files.push({ name: `${name}.mp4`, bytes, contentType: 'video/mp4' });
    playlist.push(
      `#EXT-X-STREAM-INF:BANDWIDTH=${(rate + 100) * 1000},RESOLUTION=${size},CODECS="${codec},mp4a.40.2"`,
      `${name}.m3u8`,
    );
  }
  files.push({
    name: 'index.m3u8',
    bytes: Buffer.from(`${playlist.join('\n')}\n`),
    contentType: 'application/vnd.apple.mpegurl',
  });
  return files;
}

/** A sprite of preview images: ten by two images of 160 x 90, one every twenty seconds. */
export function previewPictures(): Buffer {
  return readFileSync(
    testClip('five-minutes-preview.webp', [
      '-i',
      fiveMinutesMp4(),
      '-vf',
      'fps=1/20,scale=160:90,tile=10x2',
      '-frames:v',
      '1',
    ]),
  );
}
