import { basename, extname } from 'node:path';
import { picture, testClip, tone } from '@kinreel/server/testing/clips';

/** A file as people send them, made by ffmpeg. Its picture is a moving test picture, with the bits per second of such a file. */
export interface LongClip {
  name: string;
  path: string;
  /** Its name for the server. */
  fileName: string;
  seconds: number;
  /** Whether its colours can be compared with those of its sizes. */
  comparable: boolean;
  /** A shorter file of the same kind used in its place, repeated so many times, where ffmpeg runs alone. */
  sample: { path: string; times: number };
}

const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'];
/** Sound as phones record it. */
export const AAC = ['-c:a', 'aac', '-b:a', '128k'];

const cassette = () => testClip('cassette-20.dv', [...picture(20, '720x576', 25), ...tone(20), '-target', 'pal-dv']);

const camera = () =>
  testClip('camera-30.mp4', [
    ...[...picture(30, '1920x1080', 30), ...tone(30), '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M'],
    ...['-pix_fmt', 'yuv420p', '-g', '60', ...AAC],
  ]);

/** The files of the table in docs/performance.md. @param quick shorter ones */
export function longClips(quick: boolean): LongClip[] {
  const phone = testClip('phone-20.mov', [
    ...[...picture(20, '1920x1080', 30), ...tone(20), ...X265, '-x265-params', 'log-level=error', '-b:v', '8M'],
    ...['-pix_fmt', 'yuv420p', ...AAC],
  ]);
  const hdr = testClip('hdr-5.mov', [
    ...[...picture(5, '3840x2160', 30), ...tone(5), ...X265, '-b:v', '40M', '-pix_fmt', 'yuv420p10le', ...AAC],
    ...['-x265-params', 'log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc'],
  ]);
  const [hdrTimes, cassetteTimes, cameraTimes] = quick ? [1, 1, 1] : [12, 3, 20];
  return [
    repeated('phone, HEVC 1080p', phone, { seconds: 20, times: 1, sampleTimes: 1, comparable: true }),
    repeated('4K, HDR (HLG)', hdr, { seconds: 5, times: hdrTimes, sampleTimes: 3, comparable: false }),
    repeated('MiniDV', cassette(), { seconds: 20, times: cassetteTimes, sampleTimes: 3, comparable: false }),
    repeated('1080p, H.264', camera(), { seconds: 30, times: cameraTimes, sampleTimes: 4, comparable: true }),
  ];
}

interface Repetition {
  /** Of the file once. */
  seconds: number;
  times: number;
  /** How often it is repeated in the sample: as many of these as the whole is a multiple of. */
  sampleTimes: number;
  comparable: boolean;
}

/** The same file several times in a row, without encoding it. */
function repeated(name: string, path: string, { seconds, times, sampleTimes, comparable }: Repetition): LongClip {
  const inSample = times % sampleTimes === 0 ? sampleTimes : times;
  return {
    ...{ name, path: looped(path, times), fileName: `long${extname(path)}`, seconds: seconds * times, comparable },
    sample: { path: looped(path, inSample), times: times / inSample },
  };
}

/** A file repeated so many times. */
function looped(path: string, times: number): string {
  if (times === 1) return path;
  const type = extname(path);
  return testClip(`${basename(path, type)}-${times}-times${type}`, [
    ...['-stream_loop', String(times - 1), '-i', path],
    ...['-map', '0', '-c', 'copy'],
  ]);
}

/** A long film, and what it is. */
export interface LongFilm {
  name: string;
  path: string;
}

/** Ten minutes of film, of which only the first frame is waited for. @param quick shorter ones */
export function longFilms(quick: boolean): LongFilm[] {
  const interlaced = ['-flags', '+ildct+ilme', '-x264opts', 'tff=1', '-preset', 'ultrafast', '-b:v', '17M'];
  const camcorder = testClip('camcorder-20.mts', [
    ...[...picture(20, '1920x1080', 25), ...tone(20), '-c:v', 'libx264', ...interlaced, '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'ac3', '-f', 'mpegts'],
  ]);
  const film = looped(camera(), quick ? 1 : 20);
  const stream = testClip(`${basename(film, '.mp4')}.ts`, ['-i', film, '-c', 'copy']);
  const times = quick ? 1 : 30;
  return [
    { name: '1080p, H.264, MP4', path: film },
    { name: '1080p, H.264, transport stream', path: stream },
    { name: '1080i, H.264, camcorder (AVCHD)', path: looped(camcorder, times) },
    { name: 'MiniDV', path: looped(cassette(), times) },
  ];
}
