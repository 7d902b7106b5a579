import { safeInput } from '../../../platform/ffmpeg/run.ts';
import type { Span } from '../../videos/pieces.service.ts';
import {
  audioArgs,
  encoderArgs,
  FRAMES_IN_ORDER,
  growingOutput,
  KEY_FRAME_SECONDS,
  movFlags,
  NOTHING_ELSE,
  QUICK_START_SECONDS,
  type SideOutputs,
  sizesGraph,
  sizesToMake,
  soundAnalysis,
  threadsOf,
  videoFilters,
} from '../encode/ffmpeg-args.ts';
import type { Preparation, RenditionsPlan } from '../encode/plan.ts';
import type { PieceOrder } from './pieces.ts';

/**
 * Decoding starts this many seconds before a chunk, so that all reference frames of the first frame are decoded, and
 * the filters have enough input.
 */
const BEFORE_SECONDS = 1;

/**
 * Arguments that encode the picture of a chunk, in all sizes, into one NUT file. Its times are those of the whole
 * video, so the files can be concatenated.
 * @param seconds duration of the video
 * @param input
 * @param output absolute paths
 */
export function pieceArgs(order: PieceOrder, span: Span, seconds: number, input: string, output: string): string[] {
  const { track, encode, sizes } = order;
  const graph = sizesGraph(videoFilters(`[0:${track ?? 'v:0'}]`, encode, span), sizes);
  const from = span.starts - BEFORE_SECONDS;
  const keyFrames = keyFrameTimes(span, seconds).map((time) => atFrame(time, order.frameRate));
  return [
    // Keep the timestamps of the video, starting at zero.
    ...['-copyts', '-start_at_zero'],
    ...(from > 0 ? ['-noaccurate_seek', '-ss', String(from)] : []),
    ...safeInput(input),
    ...['-filter_complex', graph.join(';')],
    ...sizes.flatMap((_, i) => ['-map', `[v${i}]`]),
    ...NOTHING_ELSE,
    ...sizes.flatMap((size, i) =>
      forStream(i, [
        ...encoderArgs({ ...encode, ...size }, threadsOf(size, sizes[0] ?? size), keyFrames.join(',')),
        ...FRAMES_IN_ORDER,
        // Equal headers in all chunks.
        ...['-x264-params', 'stitchable=1'],
      ]),
    ),
    ...['-max_muxing_queue_size', '4096', '-flush_packets', '1'],
    ...['-write_index', '0', '-f', 'nut', '-y', `file:${output}`],
  ];
}

/** The key frame times of the whole video that are within a chunk. */
function keyFrameTimes({ starts, ends }: Span, seconds: number): number[] {
  const times: number[] = [];
  for (let time = 0; time < Math.min(ends ?? Number.POSITIVE_INFINITY, seconds + KEY_FRAME_SECONDS); ) {
    if (time >= starts) times.push(time);
    time += time < QUICK_START_SECONDS ? 1 : KEY_FRAME_SECONDS;
  }
  return times;
}

/** ffmpeg forces the key frame at the frame nearest to the given time; it should be the first frame at or after it. */
function atFrame(time: number, frameRate: number): string {
  return time === 0 ? '0' : (time + 0.4999 / frameRate).toFixed(6);
}

/** Options with values, for one video stream of an output. */
function forStream(number: number, options: readonly string[]): string[] {
  return options.map((option, i) => (i % 2 === 0 ? `${option.replace(/:v$/, '')}:v:${number}` : option));
}

/**
 * The joined chunks from standard input, with unchanged times, and the original for its sound, shifted to start at
 * zero.
 */
function joinInputs(original: SoundOf | null): string[] {
  return [
    '-copyts',
    ...['-protocol_whitelist', 'pipe', '-format_whitelist', 'nut', '-codec_whitelist', 'h264'],
    ...['-f', 'nut', '-i', 'pipe:0'],
    ...(original ? ['-itsoffset', (-original.startSeconds).toFixed(6), ...safeInput(original.path)] : []),
  ];
}

/** Players expect the tag avc1; NUT uses another one for H.264. */
const COPIED = ['-c:v', 'copy', '-tag:v', 'avc1'];

/** Chunks may arrive much later than the sound, which has to wait for them. */
const IN_STEP = ['-max_muxing_queue_size', '4096', '-max_interleave_delta', '0'];

/** The original, whose sound is used. */
export interface SoundOf {
  /** Absolute path. */
  path: string;
  /** Its first timestamp. */
  startSeconds: number;
}

/** Arguments that join the chunks to a playback file, with the sound, which is encoded as a whole. */
export function joinPlaybackArgs(
  { audio, isRendition }: Preparation,
  original: SoundOf,
  output: string,
  { growing, sound }: Pick<SideOutputs, 'growing' | 'sound'>,
): string[] {
  const track = audio?.index ?? 'a:0';
  return [
    ...joinInputs(audio && original),
    ...(audio && sound ? soundAnalysis(track, sound, { input: 1 }) : []),
    ...['-map', '0:v:0', ...(audio ? ['-map', `1:${track}`] : ['-an'])],
    ...[...NOTHING_ELSE, ...COPIED, ...(audio?.encode ? audioArgs(audio.encode, 'mp4') : []), ...IN_STEP],
    ...(growing
      ? growingOutput(output, growing.list, isRendition)
      : ['-movflags', movFlags(isRendition), '-write_tmcd', '0', '-f', 'mp4', '-y', `file:${output}`]),
  ];
}

/** Arguments that join the chunks to renditions. @param outputs absolute paths, in the order of `sizesToMake` */
export function joinSizesArgs(plan: RenditionsPlan, original: SoundOf, outputs: readonly string[]): string[] {
  const { audio } = plan;
  return [
    ...joinInputs(audio && original),
    ...sizesToMake(plan).flatMap((size, i) => [
      ...['-map', `0:v:${i}`, ...(audio ? ['-map', `1:${audio.index ?? 'a:0'}`] : ['-an'])],
      ...[...NOTHING_ELSE, ...COPIED],
      ...(audio ? audioArgs({ ...audio.encode, bitRate: size.audioRate }, 'mp4') : []),
      ...[...IN_STEP, '-movflags', movFlags(true), '-write_tmcd', '0', '-f', 'mp4', '-y', `file:${outputs[i]}`],
    ]),
  ];
}
