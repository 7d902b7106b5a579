import { safeInput } from '../../platform/ffmpeg/run.ts';
import type { Preparation, VideoEncoding } from './plan.ts';

/** Bits a second at most, by the size of the picture: measured as good to look at with the preset below. */
const MAX_RATE_720P = 3_000_000;
const MAX_RATE_1080P = 6_000_000;

/** Widest poster, in pixels. */
export const POSTER_WIDTH = 1280;

/**
 * Arguments that make the delivered file. Chosen streams alone go in, and nothing that was written about them: no
 * place, no device, no time, no chapter (VID-07). -map_metadata matters even when everything is encoded anew.
 * @param input @param output absolute paths
 */
export function preparationArgs(plan: Preparation, input: string, output: string): string[] {
  const { video, audio, container } = plan;
  return [
    ...safeInput(input),
    ...['-map', `0:${video.index ?? 'v:0'}`],
    ...(audio ? ['-map', `0:${audio.index ?? 'a:0'}`] : ['-an']),
    ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...(video.encode ? videoArgs(video.encode) : ['-c:v', 'copy']),
    ...(audio ? (audio.encode ? audioArgs(audio.encode.channels, container) : ['-c:a', 'copy']) : []),
    ...['-max_muxing_queue_size', '4096'],
    ...(container === 'mp4' ? ['-movflags', '+faststart', '-write_tmcd', '0', '-f', 'mp4'] : ['-f', 'webm']),
    ...['-y', `file:${output}`],
  ];
}

function videoArgs(encoding: VideoEncoding): string[] {
  const maxRate = encoding.width * encoding.height <= 1280 * 720 ? MAX_RATE_720P : MAX_RATE_1080P;
  return [
    ...['-vf', videoFilters(encoding)],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23', '-threads', '2'],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * 2)],
    // A point to jump to every four seconds.
    ...['-force_key_frames', 'expr:gte(t,n_forced*4)'],
    ...(encoding.toneMap ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'] : []),
  ];
}

function videoFilters({ width, height, deinterlace, frameRate, toneMap }: VideoEncoding): string {
  return [
    ...(deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate ? [`fps=${frameRate}`] : []),
    // Scaling comes before tone mapping, which works on floating point numbers and costs by the pixel.
    ...(toneMap
      ? [
          `scale=${width}:${height}`,
          `zscale=tin=${toneMap === 'pq' ? 'smpte2084' : 'arib-std-b67'}:pin=2020:min=2020_ncl:t=linear:npl=203`,
          'format=gbrpf32le',
          'zscale=p=bt709',
          'tonemap=mobius:desat=0',
          'zscale=t=bt709:m=bt709:r=tv',
        ]
      : [`scale=${width}:${height}:out_range=tv`]),
    'setsar=1',
    'format=yuv420p',
  ].join(',');
}

function audioArgs(channels: number, container: 'mp4' | 'webm'): string[] {
  return [
    // Gaps in the sound are filled and a late start kept, or it would drift from the picture.
    ...['-af', 'aresample=async=1:first_pts=0', '-ar', '48000', '-ac', String(channels)],
    ...(container === 'mp4' ? ['-c:a', 'aac', '-b:a', '160k'] : ['-c:a', 'libopus', '-b:a', '128k']),
  ];
}

/**
 * Arguments that write the most telling frame of about two seconds as PNG; no file if there is no frame.
 * @param input the delivered file, upright and with square pixels @param seconds where to begin
 */
export function posterArgs(input: string, seconds: number, output: string): string[] {
  return [
    ...['-ss', seconds.toFixed(3)],
    ...safeInput(input),
    ...['-map', '0:v:0', '-an', '-sn', '-dn'],
    ...['-vf', `scale=w='min(${POSTER_WIDTH},iw)':h=-2,thumbnail=50`],
    ...['-frames:v', '1', '-c:v', 'png', '-threads', '2', '-f', 'image2', '-update', '1'],
    ...['-y', `file:${output}`],
  ];
}
