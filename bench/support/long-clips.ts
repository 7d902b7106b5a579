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
}

const X265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'];
const AAC = ['-c:a', 'aac', '-b:a', '128k'];

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
  const cassette = testClip('cassette-20.dv', [...picture(20, '720x576', 25), ...tone(20), '-target', 'pal-dv']);
  const camera = testClip('camera-30.mp4', [
    ...[...picture(30, '1920x1080', 30), ...tone(30), '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M'],
    ...['-pix_fmt', 'yuv420p', '-g', '60', ...AAC],
  ]);
  const [hdrTimes, cassetteTimes, cameraTimes] = quick ? [1, 1, 1] : [12, 3, 20];
  return [
    { name: 'phone, HEVC 1080p', path: phone, fileName: 'phone.mov', seconds: 20, comparable: true },
    repeated('4K, HDR (HLG)', hdr, 5, hdrTimes, false),
    repeated('MiniDV', cassette, 20, cassetteTimes, false),
    repeated('1080p, H.264', camera, 30, cameraTimes, true),
  ];
}

/** The same file several times in a row, without encoding it. */
function repeated(name: string, path: string, seconds: number, times: number, comparable: boolean): LongClip {
  const fileName = `long${path.slice(path.lastIndexOf('.'))}`;
  const whole =
    times === 1 ? path : testClip(fileName, ['-stream_loop', String(times - 1), '-i', path, '-map', '0', '-c', 'copy']);
  return { name, path: whole, fileName, seconds: seconds * times, comparable };
}
