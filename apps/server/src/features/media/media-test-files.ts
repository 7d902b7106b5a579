import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';

const execute = promisify(execFile);

/** Small media files made by the ffmpeg of this machine, in a folder of their own. For tests. */
export interface MediaFiles {
  folder: string;
  /** Make a file with plain ffmpeg. @param args all but the output @returns its path */
  make(name: string, ...args: string[]): Promise<string>;
  write(name: string, content: string | Buffer): Promise<string>;
  /** A copy in a new folder that holds nothing else, as the preparation wants it. */
  alone(path: string): Promise<{ input: string; output: string }>;
  /** What plain ffprobe says. */
  describe(path: string): Promise<{ streams: StreamFacts[]; format: { duration?: string; tags?: object } }>;
  /** Mean red, green and blue, 0 to 255, of a part of the first frame, upright. @param box left, top, width, height, all 0 to 1 */
  colour(path: string, box: [number, number, number, number]): Promise<[number, number, number]>;
  remove(): Promise<void>;
}

export interface StreamFacts {
  codec_type: string;
  codec_name: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  color_transfer?: string;
  channels?: number;
  r_frame_rate?: string;
  side_data_list?: { rotation?: number }[];
}

export async function createMediaFiles(tools: MediaTools): Promise<MediaFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-media-'));
  let count = 0;
  return {
    folder,
    async make(name, ...args) {
      const path = join(folder, name);
      await execute(tools.ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, path]);
      return path;
    },
    async write(name, content) {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    async alone(path) {
      count += 1;
      const input = join(folder, `job-${count}`, 'input', 'original');
      await mkdir(join(folder, `job-${count}`, 'input'), { recursive: true });
      await copyFile(path, input);
      return { input, output: join(folder, `job-${count}`, 'output') };
    },
    async describe(path) {
      const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
      return JSON.parse((await execute(tools.ffprobe, args)).stdout);
    },
    async colour(path, [left, top, width, height]) {
      count += 1;
      const frame = join(folder, `frame-${count}.png`);
      await execute(tools.ffmpeg, ['-v', 'error', '-y', '-i', path, '-frames:v', '1', '-update', '1', frame]);
      const size = await sharp(frame).metadata();
      const { channels } = await sharp(
        await sharp(frame)
          .extract({
            left: Math.round(left * size.width),
            top: Math.round(top * size.height),
            width: Math.round(width * size.width),
            height: Math.round(height * size.height),
          })
          .toBuffer(),
      ).stats();
      const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
      return [red, green, blue];
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Write into an MP4 or MOV file that its first track is to be shown turned clockwise by a quarter. */
export async function turnClockwise(path: string, height: number): Promise<void> {
  const bytes = await readFile(path);
  const type = bytes.indexOf('tkhd', 0, 'latin1');
  // After the type: version and flags, five fields of 4 bytes, 8 reserved, layer, group, volume, 2 reserved.
  const matrix = type + 4 + 4 + 20 + 8 + 8;
  const values = [0, 0x10000, 0, -0x10000, 0, 0, height * 0x10000, 0, 0x40000000];
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, matrix + i * 4);
  await writeFile(path, bytes);
}

/** Arguments of a moving test picture and a tone, each of so many seconds. */
export const picture = (seconds: number, size = '320x180', rate = 15) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
];
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
