import { safeInput } from '../../../platform/ffmpeg/run.ts';
import type { Span } from '../../videos/pieces.service.ts';
import {
  audioArgs,
  type Besides,
  encoderArgs,
  FRAMES_IN_ORDER,
  growingOutput,
  KEY_FRAME_SECONDS,
  movFlags,
  NOTHING_ELSE,
  QUICK_START_SECONDS,
  sizesGraph,
  sizesToMake,
  soundBeside,
  threadsOf,
  videoFilters,
} from '../encode/ffmpeg-args.ts';
import type { Preparation, RenditionsPlan } from '../encode/plan.ts';
import type { PieceOrder } from './pieces.ts';

/**
 * Decoding begins so many seconds before a piece, so that its first frame has what it refers to, whatever the order of the frames
 * in the file, and the filters have seen what they need.
 */
const BEFORE_SECONDS = 1;

/**
 * Arguments that encode the picture of a piece, in all sizes, into one NUT file. Its times are those of the film, exactly, and
 * such files can be joined byte by byte.
 * @param seconds length of the film @param input @param output absolute paths
 */
export function pieceArgs(order: PieceOrder, span: Span, seconds: number, input: string, output: string): string[] {
  const { track, encode, sizes } = order;
  const graph = sizesGraph(videoFilters(`[0:${track ?? 'v:0'}]`, encode, span), sizes);
  const from = span.starts - BEFORE_SECONDS;
  const keyFrames = keyFrameTimes(span, seconds).map((time) => atFrame(time, order.frameRate));
  return [
    // The clock of the film, which begins at zero.
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
        // The same headers in all pieces.
        ...['-x264-params', 'stitchable=1'],
      ]),
    ),
    ...['-max_muxing_queue_size', '4096', '-flush_packets', '1'],
    ...['-write_index', '0', '-f', 'nut', '-y', `file:${output}`],
  ];
}

/** The seconds at which a whole film has its key frames, as far as they are in a piece. */
function keyFrameTimes({ starts, ends }: Span, seconds: number): number[] {
  const times: number[] = [];
  for (let time = 0; time < Math.min(ends ?? Number.POSITIVE_INFINITY, seconds + KEY_FRAME_SECONDS); ) {
    if (time >= starts) times.push(time);
    time += time < QUICK_START_SECONDS ? 1 : KEY_FRAME_SECONDS;
  }
  return times;
}

/** ffmpeg takes the frame that is nearest to a time of a list. It is to be the first one that is not before. */
function atFrame(time: number, frameRate: number): string {
  return time === 0 ? '0' : (time + 0.4999 / frameRate).toFixed(6);
}

/** Options with values, for one of the pictures of an output. */
function forStream(number: number, options: readonly string[]): string[] {
  return options.map((option, i) => (i % 2 === 0 ? `${option.replace(/:v$/, '')}:v:${number}` : option));
}

/** The pieces, joined, from standard input; their times stay as they are. And the film for its sound, whose clock begins at zero. */
function joinInputs(film: SoundOf | null): string[] {
  return [
    '-copyts',
    ...['-protocol_whitelist', 'pipe', '-format_whitelist', 'nut', '-codec_whitelist', 'h264'],
    ...['-f', 'nut', '-i', 'pipe:0'],
    ...(film ? ['-itsoffset', (-film.startSeconds).toFixed(6), ...safeInput(film.path)] : []),
  ];
}

/** As a player expects it: NUT has another name for H.264. */
const COPIED = ['-c:v', 'copy', '-tag:v', 'avc1'];

/** Pieces may come much later than their sound, which waits for them. */
const IN_STEP = ['-max_muxing_queue_size', '4096', '-max_interleave_delta', '0'];

/** The original, for its sound. */
export interface SoundOf {
  /** Absolute path. */
  path: string;
  /** Where its clock begins. */
  startSeconds: number;
}

/** Arguments that join the pieces to a playback file, with the sound of the film, which is encoded as a whole. */
export function joinPlaybackArgs(
  { audio, isRendition }: Preparation,
  film: SoundOf,
  output: string,
  { growing, sound }: Pick<Besides, 'growing' | 'sound'>,
): string[] {
  const track = audio?.index ?? 'a:0';
  return [
    ...joinInputs(audio && film),
    ...(audio && sound ? soundBeside(track, sound, { input: 1 }) : []),
    ...['-map', '0:v:0', ...(audio ? ['-map', `1:${track}`] : ['-an'])],
    ...[...NOTHING_ELSE, ...COPIED, ...(audio?.encode ? audioArgs(audio.encode, 'mp4') : []), ...IN_STEP],
    ...(growing
      ? growingOutput(output, growing.list, isRendition)
      : ['-movflags', movFlags(isRendition), '-write_tmcd', '0', '-f', 'mp4', '-y', `file:${output}`]),
  ];
}

/** Arguments that join the pieces to renditions. @param outputs absolute paths, in the order of `sizesToMake` */
export function joinSizesArgs(plan: RenditionsPlan, film: SoundOf, outputs: readonly string[]): string[] {
  const { audio } = plan;
  return [
    ...joinInputs(audio && film),
    ...sizesToMake(plan).flatMap((size, i) => [
      ...['-map', `0:v:${i}`, ...(audio ? ['-map', `1:${audio.index ?? 'a:0'}`] : ['-an'])],
      ...[...NOTHING_ELSE, ...COPIED],
      ...(audio ? audioArgs({ ...audio.encode, bitRate: size.audioRate }, 'mp4') : []),
      ...[...IN_STEP, '-movflags', movFlags(true), '-write_tmcd', '0', '-f', 'mp4', '-y', `file:${outputs[i]}`],
    ]),
  ];
}
