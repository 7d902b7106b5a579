import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { MediaTools } from '../platform/ffmpeg/tools.ts';
import { testClip, turnClockwise } from './clips.ts';

export { picture, tone } from './clips.ts';

const execute = promisify(execFile);

/** Small media files made by the ffmpeg of this machine, in a temporary folder. For tests. */
export interface MediaFiles {
  folder: string;
  /**
   * Makes a file with plain ffmpeg; returns a copy that may be changed.
   * @param args without the output
   * @returns its path
   */
  make(name: string, ...args: string[]): Promise<string>;
  write(name: string, content: string | Buffer): Promise<string>;
  /** A copy in a new folder that contains nothing else, as required by the preparation. */
  alone(path: string): Promise<{ input: string; output: string }>;
  /** The output of plain ffprobe. */
  describe(path: string): Promise<{ streams: StreamFacts[]; format: { duration?: string; tags?: object } }>;
  /** Mean red, green and blue (0 to 255) of a part of the first frame, upright. */
  colour(path: string, box: Box): Promise<Colour>;
  /** The mean colors of several parts, decoding once. */
  colours(path: string, boxes: readonly Box[]): Promise<Colour[]>;
  /** Number of frames that plain ffmpeg decodes. */
  frames(path: string): Promise<number>;
  remove(): Promise<void>;
}

/** Left, top, width and height, each 0 to 1. */
type Box = [number, number, number, number];

/** Red, green and blue. */
type Colour = [number, number, number];

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

  async function colours(path: string, boxes: readonly Box[]): Promise<Colour[]> {
    count += 1;
    const frame = join(folder, `frame-${count}.png`);
    await execute(tools.ffmpeg, ['-v', 'error', '-y', '-i', path, '-frames:v', '1', '-update', '1', frame]);
    const size = await sharp(frame).metadata();
    return Promise.all(
      boxes.map(async ([left, top, width, height]) => {
        const part = sharp(frame).extract({
          left: Math.round(left * size.width),
          top: Math.round(top * size.height),
          width: Math.round(width * size.width),
          height: Math.round(height * size.height),
        });
        const { channels } = await sharp(await part.toBuffer()).stats();
        const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
        return [red, green, blue] as Colour;
      }),
    );
  }

  return {
    folder,
    async make(name, ...args) {
      const path = join(folder, name);
      // Files made from a file of this folder differ in each run.
      if (args.some((arg) => arg.includes(folder))) {
        await execute(tools.ffmpeg, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args, path]);
      } else {
        await copyFile(testClip(name, args, tools.ffmpeg), path);
      }
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
    colours,
    async colour(path, box) {
      const [found] = await colours(path, [box]);
      return found as Colour;
    },
    async frames(path) {
      const args = ['-v', 'error', '-count_frames', '-select_streams', 'v:0', '-show_entries', 'stream=nb_read_frames'];
      return Number((await execute(tools.ffprobe, [...args, '-of', 'csv=p=0', path])).stdout.replace(/[^0-9]/g, ''));
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Rotates the first track of a file clockwise by 90 degrees. @param height of the track, in pixels */
export async function turnFileClockwise(path: string, height: number): Promise<void> {
  await writeFile(path, turnClockwise(await readFile(path), height));
}
