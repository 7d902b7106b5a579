import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Test files and runs share this folder, so that each clip is made once per machine. */
const folder = join(tmpdir(), `kinreel-clips-${process.getuid?.() ?? 0}`);

/**
 * Path of a cached file: the same recipe has the same path, another recipe another one.
 * @param write writes the file to the given path, in its own folder; other files written there stay next to it
 */
export function cachedFile(name: string, recipe: readonly string[], write: (path: string) => void): string {
  const key = createHash('sha256')
    .update([name, ...recipe].join('\0'))
    .digest('hex')
    .slice(0, 16);
  const path = join(folder, key, name);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const partial = mkdtempSync(join(folder, 'partial-'));
  write(join(partial, name));
  try {
    renameSync(partial, join(folder, key));
  } catch (error) {
    // Another process was faster.
    rmSync(partial, { recursive: true });
    if (!existsSync(path)) throw error;
  }
  return path;
}

/**
 * Makes a media file with ffmpeg, or returns the cached one of the same arguments. Do not change the file: other
 * tests read it too.
 *
 * @param name decides the format by its extension
 * @param args ffmpeg's arguments without the output; absolute input paths
 * @returns its path, which ends in the name
 */
export function testClip(name: string, args: readonly string[], ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg'): string {
  return cachedFile(name, [ffmpeg, ...args], (path) =>
    execFileSync(ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, name], { cwd: dirname(path) }),
  );
}

/** ffmpeg's arguments for a moving test picture of this duration. */
export const picture = (seconds: number, size = '320x180', rate = 15) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
];

/** ffmpeg's arguments for a tone of this duration. */
export const tone = (seconds: number) => [
  ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${seconds}`],
];

/**
 * Turns the first track of an MP4 or MOV file clockwise by a quarter, as phones do (ISO 14496-12, matrix of the track
 * header). ffmpeg's option for it differs between versions.
 *
 * @param bytes changed in place
 */
export function turnClockwise(bytes: Buffer, height: number): Buffer {
  const type = bytes.indexOf('tkhd', 0, 'latin1');
  // After the type: version and flags, five fields of 4 bytes, 8 reserved, layer, group, volume, 2 reserved.
  const matrix = type + 4 + 4 + 20 + 8 + 8;
  const values = [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0, 0x40000000];
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, matrix + i * 4);
  return bytes;
}
