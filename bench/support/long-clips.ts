import { basename, extname } from 'node:path';
import { picture, testClip, tone } from '@kinreel/server/testing/clips';

/** A typical file, made by ffmpeg: a moving test picture with a realistic bit rate. */
export interface LongClip {
  name: string;
  path: string;
  /** The uploaded file's name. */
  fileName: string;
  seconds: number;
  /** Whether the colors of its renditions can be compared with the original. */
  comparable: boolean;
  /** A shorter file of the same kind for ffmpeg alone; its time is multiplied by `times`. */
  sample: { path: string; times: number };
}

const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'];
/** Audio as phones record it. */
const AAC = ['-c:a', 'aac', '-b:a', '128k'];

/** The files of the table in docs/performance.md. @param quick shorter files */
export function longClips(quick: boolean): LongClip[] {
  const phone = testClip('phone-20.mov', [
    ...[...picture(20, '1920x1080', 30), ...tone(20), ...X265, '-x265-params', 'log-level=error', '-b:v', '8M'],
    ...['-pix_fmt', 'yuv420p', ...AAC],
  ]);
  const hdr = testClip('hdr-5.mov', [
    ...[...picture(5, '3840x2160', 30), ...tone(5), ...X265, '-b:v', '40M', '-pix_fmt', 'yuv420p10le', ...AAC],
    ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
  ]);
  const cassette = testClip('cassette-20.dv', [...picture(20, '720x576', 25), ...tone(20), '-target', 'pal-dv']);
  const camera = testClip('camera-30.mp4', [
    ...[...picture(30, '1920x1080', 30), ...tone(30), '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M'],
    ...['-pix_fmt', 'yuv420p', '-g', '60', ...AAC],
  ]);
  const [hdrTimes, cassetteTimes, cameraTimes] = quick ? [1, 1, 1] : [12, 3, 20];
  return [
    repeated('phone, HEVC 1080p', phone, { seconds: 20, times: 1, sampleTimes: 1, comparable: true }),
    repeated('4K, HDR (HLG)', hdr, { seconds: 5, times: hdrTimes, sampleTimes: 3, comparable: false }),
    repeated('MiniDV', cassette, { seconds: 20, times: cassetteTimes, sampleTimes: 3, comparable: false }),
    repeated('1080p, H.264', camera, { seconds: 30, times: cameraTimes, sampleTimes: 4, comparable: true }),
  ];
}

interface Repetition {
  /** Duration of the file before it is repeated. */
  seconds: number;
  times: number;
  /** Repetitions in the sample. `times` is a multiple of it. */
  sampleTimes: number;
  comparable: boolean;
}

/** The same file several times in a row, without encoding it again. */
function repeated(name: string, path: string, { seconds, times, sampleTimes, comparable }: Repetition): LongClip {
  const inSample = times % sampleTimes === 0 ? sampleTimes : times;
  return {
    name,
    path: looped(path, times),
    fileName: `long${extname(path)}`,
    seconds: seconds * times,
    comparable,
    sample: { path: looped(path, inSample), times: times / inSample },
  };
}

/** Repeats a file this many times. */
function looped(path: string, times: number): string {
  if (times === 1) return path;
  const type = extname(path);
  return testClip(`${basename(path, type)}-${times}-times${type}`, [
    ...['-stream_loop', String(times - 1), '-i', path],
    ...['-map', '0', '-c', 'copy'],
  ]);
}
