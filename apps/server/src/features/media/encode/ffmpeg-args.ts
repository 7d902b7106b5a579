import { safeInput, TOOL_THREADS } from '../../../platform/ffmpeg/run.ts';
import { thumbhashSize } from '../../../platform/pictures/thumbhash.ts';
import { BUFFER_SECONDS, type Rates, type Size } from '../probe/rates.ts';
import { blackFilters, silenceFilters } from '../probe/video-notes.ts';
import { withoutHiddenUnits } from './hidden-data.ts';
import { loudnessFilters } from './loudness.ts';
import {
  type AudioEncoding,
  type Cut,
  type HighRangePlan,
  type Preparation,
  type RenditionsPlan,
  type ToneMap,
  type VideoEncoding,
  WHITE_NITS,
} from './plan.ts';
import type { PreviewPlan } from './preview-track.ts';

/** Seconds between key frames, where players can seek and switch renditions. */
export const KEY_FRAME_SECONDS = 4;

/** Minimum length of a fragment of a growing video, in seconds; it ends at the next key frame. */
const FRAGMENT_SECONDS = 1;

/** Up to this second, key frames are a second apart: on a slow connection playback starts with the first segment. */
export const QUICK_START_SECONDS = 2;

/** Level of the Hald CLUT: tone mapping is computed for 36 (6²) values of each of the three channels. */
const TONE_LEVEL = 6;

/** Only the mapped streams, and no metadata: no place, device, time or chapters (VID-07). */
export const NOTHING_ELSE = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];

/** Maximum width of a poster, in pixels. */
const POSTER_WIDTH = 1280;

/** WebP encoder options: quality 0 to 100, effort 0 to 6. */
export interface WebpOptions {
  quality: number;
  effort: number;
}

/** Half the CPU time of the default effort 4, for 5 % more bytes. */
export const POSTER_WEBP: WebpOptions = { quality: 80, effort: 2 };
export const PREVIEW_WEBP: WebpOptions = { quality: 70, effort: 2 };

/** Reading continues this many seconds after a trimmed range, because frames are stored in decoding order. */
const AFTER_SECONDS = 2;

/** The poster is the most representative of this many frames within one second. */
const POSTER_FRAMES = 5;

/** movflags of a rendition: fragmented MP4 with an index of its fragments at the start (CMAF). */
const FRAGMENTED = '+cmaf+frag_keyframe+empty_moov+default_base_moof+global_sidx';

/**
 * Output paths of a poster: the picture (WebP or PNG by extension), and its few colors for the ThumbHash, as RGBA.
 * Absolute.
 */
export interface PosterOutput {
  picture: string;
  colors: string;
}

/** Additional output files of the run that makes the playback file; absolute paths. */
export interface SideOutputs {
  /** HLS fragments and their playlist, in their own folder: of the whole video, or of this many seconds of a copy. */
  growing?: { list: string; seconds: number | null } | undefined;
  /** The poster, from this second on; only if the picture is encoded. */
  poster?: { output: PosterOutput; seconds: number; size: Size } | undefined;
  /** Silence detection of the sound, and its loudness unless that is measured later, as text files. */
  sound?: { silence: string; loudness?: string | undefined; channels: number } | undefined;
  /** Black detection of the picture, as a text file; only if the picture is encoded. */
  black?: string | undefined;
  /** SEI messages of the first minute of an H.264 track; only for a stream copy. */
  messages?: string | undefined;
}

/**
 * Arguments that make the playback file. -map_metadata is needed even if everything is encoded.
 * @param input @param output absolute paths
 */
export function preparationArgs(
  plan: Preparation,
  input: string,
  output: string,
  sideOutputs: SideOutputs = {},
): string[] {
  const { video, audio, container, isRendition, cut } = plan;
  const { growing, poster, messages, sound, black } = sideOutputs;
  const track = video.index ?? 'v:0';
  const filters =
    video.encode &&
    [videoFilters(`[0:${track}]`, video.encode, cut), ...(black ? [blackFilters(black)] : [])].join(',');
  const copied = [
    ...(cut && !video.encode ? [dropOutside(cut, 'picture')] : []),
    ...(video.encode ? [] : withoutHiddenUnits(video.codec)),
  ];
  const made = [
    ...['-map', filters ? '[play]' : `0:${track}`],
    ...(audio ? ['-map', `0:${audio.index ?? 'a:0'}`] : ['-an']),
    ...NOTHING_ELSE,
    ...(video.encode ? encoderArgs(video.encode) : ['-c:v', 'copy']),
    ...(video.encode && (isRendition || growing !== undefined) ? FRAMES_IN_ORDER : []),
    ...(copied.length > 0 ? ['-bsf:v', copied.join(',')] : []),
    ...soundOf(plan),
    ...(cut && !video.encode ? ['-output_ts_offset', (-cut.start).toFixed(6)] : []),
    ...['-max_muxing_queue_size', '4096'],
  ];
  return [
    ...cutInput(input, cut),
    ...(filters ? pictures(filters, poster) : []),
    ...(messages ? messagesOutput(track, messages) : []),
    ...(audio && sound ? soundAnalysis(audio.index ?? 'a:0', sound, { cut }) : []),
    ...(growing && growing.seconds !== null
      ? [...made, ...(audio ? AAC_AS_IN_MP4 : []), '-t', growing.seconds.toFixed(3), ...fragmentsOutput(growing.list)]
      : []),
    ...made,
    ...(growing && growing.seconds === null
      ? growingOutput(output, growing.list, isRendition)
      : container === 'mp4'
        ? ['-movflags', movFlags(isRendition), '-write_tmcd', '0', '-f', 'mp4', '-y', `file:${output}`]
        : ['-f', 'webm', '-y', `file:${output}`]),
  ];
}

/**
 * The sound of a playback file. With a copied picture, its times start at the cut, and the output offset shifts both.
 */
function soundOf({ video, audio, container, cut }: Preparation): string[] {
  if (!audio) return [];
  if (!audio.encode) return ['-c:a', 'copy', ...(cut ? ['-bsf:a', dropOutside(cut, 'sound')] : [])];
  const args = audioArgs(audio.encode, container, cut);
  if (video.encode || !cut) return args;
  return args.map((arg, i) => (args[i - 1] === '-af' ? `${arg},asetpts=PTS+${cut.start.toFixed(6)}/TB` : arg));
}

/** The input, limited to a trimmed range and a few seconds after it. */
function cutInput(input: string, cut: Cut | null): string[] {
  if (!cut) return safeInput(input);
  const seek = cut.seek > 0 ? ['-ss', cut.seek.toFixed(6)] : [];
  return [...seek, '-t', (cut.end + AFTER_SECONDS).toFixed(6), ...safeInput(input)];
}

/**
 * A packet filter that drops packets outside a range. An edit list would only hide these frames, and the file would
 * still contain them. The picture ends at the first packet shown after the range in decoding order, because later
 * packets may reference it.
 */
function dropOutside({ seek, start, end, decodedUntil }: Cut, of: 'picture' | 'sound'): string {
  const before = seek + start > 0 ? `lt(pts*tb,${at(start)})` : '0';
  const after =
    of === 'sound' ? `gte(pts*tb,${at(end)})` : decodedUntil === null ? '0' : `gte(dts*tb,${at(decodedUntil)})`;
  return `noise=drop='${before}+${after}'`;
}

/** A time, half a millisecond earlier: packet times are rounded. */
const at = (seconds: number) => (seconds - 0.0005).toFixed(6);

/**
 * Trims sound or picture and shifts the times to zero. The first frame is set to zero, even if it starts a little
 * later.
 */
const cutSound = ({ start, end }: Cut) =>
  `atrim=start=${start.toFixed(6)}:end=${end.toFixed(6)},asetpts=PTS-${start.toFixed(6)}/TB`;
const cutPicture = ({ start, end }: Cut) =>
  `trim=start=${at(start)}:end=${at(end)},setpts='if(N,PTS-${start.toFixed(6)}/TB,0)'`;

export function movFlags(isRendition: boolean): string {
  return isRendition ? FRAGMENTED : '+faststart';
}

/** The encoded frames as [play], and the poster from the same frames, so that nothing is decoded twice. */
function pictures(filters: string, poster: SideOutputs['poster']): string[] {
  if (!poster) return ['-filter_complex', `${filters}[play]`];
  const { output, seconds, size } = poster;
  const part = `trim=start=${seconds.toFixed(3)}:duration=1`;
  return [
    ...['-filter_complex', `${filters},split[play][shown];[shown]${part},${posterFilters(size)}`],
    ...posterOutputs(output),
  ];
}

/**
 * Outputs for the analysis of the sound. The sound is decoded at most once, also if it is encoded.
 * @param input index of the input
 */
export function soundAnalysis(
  track: number | string,
  { silence, loudness, channels }: NonNullable<SideOutputs['sound']>,
  { input = 0, cut = null }: { input?: number; cut?: Cut | null } = {},
): string[] {
  const filters = [
    ...(cut ? [cutSound(cut)] : []),
    silenceFilters(silence),
    ...(loudness ? [loudnessFilters(loudness, channels)] : []),
  ].join(',');
  return ['-map', `${input}:${track}`, '-vn', '-sn', '-dn', '-af', filters, '-f', 'null', '-'];
}

/** At most a minute and 10 MB; a minute of a camcorder has a tenth of that. */
function messagesOutput(track: number | string, output: string): string[] {
  return [
    ...['-map', `0:${track}`, '-c', 'copy', '-t', '60', '-fs', '10000000'],
    ...['-bsf:v', 'filter_units=pass_types=6', '-f', 'h264', '-y', `file:${output}`],
  ];
}

/** Options for fragments and their playlist. */
const FRAGMENT_OPTIONS = Object.entries({
  hls_time: String(FRAGMENT_SECONDS),
  hls_playlist_type: 'event',
  hls_segment_type: 'fmp4',
  hls_flags: 'independent_segments+temp_file',
});

/** Encodes once and writes twice: the MP4, and its fragments with a playlist. If one output fails, both fail. */
export function growingOutput(output: string, growing: string, isRendition: boolean): string[] {
  const escaped = (path: string) => `file:${path.replace(/[\\'|]/g, '\\$&')}`;
  const list = FRAGMENT_OPTIONS.map(([name, value]) => `${name}=${value}`).join(':');
  const outputs = [
    `[f=mp4:onfail=abort:movflags=${movFlags(isRendition)}:write_tmcd=0]${escaped(output)}`,
    `[f=hls:onfail=abort:${list}]${escaped(growing)}`,
  ];
  return ['-flags', '+global_header', '-f', 'tee', '-y', outputs.join('|')];
}

/**
 * Converts AAC of a transport stream for MP4. ffmpeg does this automatically for files, but not for fragments. No
 * effect on other AAC.
 */
const AAC_AS_IN_MP4 = ['-bsf:a', 'aac_adtstoasc'];

/** Writes fragments and their playlist. @param list absolute path */
function fragmentsOutput(list: string): string[] {
  return [...FRAGMENT_OPTIONS.flatMap(([name, value]) => [`-${name}`, value]), '-f', 'hls', '-y', `file:${list}`];
}

/** The sizes of a plan without the one that is the playback file. */
export function sizesToMake({ sizes, first }: RenditionsPlan): RenditionsPlan['sizes'] {
  return sizes.filter((size) => size !== first);
}

/**
 * Arguments that make all renditions except the playback file, and the preview images, in one run that decodes once.
 * Each rendition is a fragmented MP4 with an index of its fragments at the start (CMAF), which players read by byte
 * ranges. All have key frames at the same times.
 * @param input absolute path
 * @param outputs absolute paths, in the order of `sizesToMake`
 * @param preview output: absolute path
 */
export function renditionsArgs(
  plan: RenditionsPlan,
  input: string,
  outputs: readonly string[],
  preview?: PreviewOutput,
): string[] {
  const { video, audio, cut } = plan;
  const sizes = sizesToMake(plan);
  const graph = [
    ...sizesGraph(videoFilters(`[0:${video.index ?? 'v:0'}]`, video.encode, cut), sizes, Boolean(preview)),
    ...(preview ? [previewGraph('[shown]', preview)] : []),
  ];
  return [
    ...cutInput(input, cut),
    ...['-filter_complex', graph.join(';')],
    ...(preview ? previewOutput(preview) : []),
    ...sizes.flatMap((size, i) => [
      ...['-map', `[v${i}]`],
      ...(audio ? ['-map', `0:${audio.index ?? 'a:0'}`] : ['-an']),
      ...NOTHING_ELSE,
      ...encoderArgs({ ...video.encode, ...size }, threadsOf(size, sizes[0] ?? size)),
      ...FRAMES_IN_ORDER,
      ...(audio ? audioArgs({ ...audio.encode, bitRate: size.audioRate }, 'mp4', cut) : []),
      ...['-max_muxing_queue_size', '4096'],
      ...['-movflags', FRAGMENTED, '-write_tmcd', '0'],
      ...['-f', 'mp4', '-y', `file:${outputs[i]}`],
    ]),
  ];
}

/** Arguments that make the HDR rendition, in the format of all renditions. @param input @param output absolute paths */
export function highRangeArgs({ video, audio, cut }: HighRangePlan, input: string, output: string): string[] {
  const track = video.index ?? 'v:0';
  const { copied, encode } = video;
  return [
    ...cutInput(input, cut),
    ...(copied
      ? ['-map', `0:${track}`]
      : ['-filter_complex', `${videoFilters(`[0:${track}]`, encode, cut)}[play]`, '-map', '[play]']),
    ...(audio ? ['-map', `0:${audio.index ?? 'a:0'}`] : ['-an']),
    ...NOTHING_ELSE,
    ...(copied
      ? ['-c:v', 'copy', '-tag:v', 'hvc1', '-bsf:v', ...withoutHiddenUnits('hevc')]
      : highRangeEncoder(encode)),
    ...(audio ? audioArgs(audio.encode, 'mp4', cut) : []),
    ...[
      '-max_muxing_queue_size',
      '4096',
      '-movflags',
      FRAGMENTED,
      '-write_tmcd',
      '0',
      '-f',
      'mp4',
      '-y',
      `file:${output}`,
    ],
  ];
}

/**
 * SVT-AV1: better quality than x265 at the same bit rate, for half the CPU time. One thread per stage: two would start
 * 116 threads, whose stacks use 2 GB of address space, and when that limit is reached, the encoder hangs instead of
 * failing.
 */
function highRangeEncoder({ maxRate, transfer, keyFrameEvery }: HighRangePlan['video']['encode']): string[] {
  return [
    ...['-c:v', 'libsvtav1', '-preset', '12', '-crf', '32', '-svtav1-params', 'lp=1'],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * BUFFER_SECONDS), '-g', String(keyFrameEvery)],
    ...['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020'],
    ...['-color_trc', transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'],
  ];
}

/** The picture in all sizes, as [v0], [v1] and so on. @param isShown adds the smallest also as [shown] */
export function sizesGraph(filters: string, sizes: readonly Size[], isShown = false): string[] {
  return [
    `${filters},split=${sizes.length}${sizes.map((_, i) => `[s${i}]`).join('')}`,
    ...sizes.map(({ width, height }, i) => {
      const twice = isShown && i === sizes.length - 1 ? ',split[shown]' : '';
      return `[s${i}]scale=${width}:${height},setsar=1${twice}[v${i}]`;
    }),
  ];
}

/**
 * No B-frames: the frames start at zero without an edit list, which some players ignore. And no key frames other than
 * the requested ones.
 */
export const FRAMES_IN_ORDER = ['-bf', '0', '-sc_threshold', '0'];

/** @param threads of the encoder @param keyFrames forced times, if not those of a whole video */
export function encoderArgs(
  { maxRate, toneMap }: Pick<VideoEncoding, 'toneMap'> & Pick<Rates, 'maxRate'>,
  threads = TOOL_THREADS,
  keyFrames?: string,
): string[] {
  const quickStart = QUICK_START_SECONDS;
  const keyFrameTime = `if(lte(n_forced,${quickStart}),n_forced,${quickStart}+(n_forced-${quickStart})*${KEY_FRAME_SECONDS})`;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23', '-threads', String(threads)],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * BUFFER_SECONDS)],
    ...['-force_key_frames', keyFrames ?? `expr:gte(t,${keyFrameTime})`],
    ...(toneMap ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'] : []),
  ];
}

/**
 * @param source label of the decoded track @param part the range to encode; a chunk keeps the timestamps of the video
 * @returns a filter graph with one unlabeled output
 */
export function videoFilters(
  source: string,
  { width, height, deinterlace, frameRate, toneMap, tenBits = false, useAreaScaler = false }: VideoEncoding,
  part: { starts: number; ends: number | null } | Cut | null = null,
): string {
  const before = [
    ...(deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate ? [`fps=${frameRate}`] : []),
    ...(part && 'starts' in part ? [`trim=start=${part.starts}${part.ends === null ? '' : `:end=${part.ends}`}`] : []),
    ...(part && 'seek' in part ? [cutPicture(part)] : []),
  ];
  const after = ['setsar=1', `format=${tenBits ? 'yuv420p10le' : 'yuv420p'}`];
  const scale = `scale=${width}:${height}${useAreaScaler ? ':flags=area' : ''}`;
  if (!toneMap) return source + [...before, `${scale}:out_range=tv`, ...after].join(',');
  // Scale first, to map fewer pixels. haldclut is only fast with floating point.
  const scaled = [...before, scale, `zscale=${asBright(toneMap)}:m=gbr:r=full`, 'format=gbrpf32le'];
  const table = `haldclut${toneMap.readsTableOnce ? '=clut=first' : ''}`;
  // Clips colors beyond BT.709: scale clips red, green and blue, zscale only the stored values. ffmpeg 5.1 also crashes
  // if zscale reads small floating point pictures on processors with AVX-512.
  const toBt709 = [
    'scale=out_color_matrix=bt709:out_range=tv',
    'setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709',
  ];
  const mapped = [table, ...toBt709];
  return `${toneTable(toneMap)}[tones];${source}${scaled.join(',')}[bright];[bright][tones]${[...mapped, ...after].join(',')}`;
}

function asBright({ transfer }: ToneMap): string {
  return `min=2020_ncl:pin=2020:tin=${transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'}`;
}

/**
 * A lookup table (Hald CLUT) from HDR to SDR colors. Tone mapping per pixel is expensive, so it is computed once for
 * some colors, and the colors in between are interpolated.
 */
function toneTable(toneMap: ToneMap): string {
  const from = asBright(toneMap).replace('min=2020_ncl', 'min=gbr:m=gbr:rin=full:p=2020');
  return [
    ...[`haldclutsrc=level=${TONE_LEVEL}`, 'format=gbrpf32le', 'trim=end_frame=1'],
    ...[`zscale=${from}:t=linear:npl=${WHITE_NITS}`, 'format=gbrpf32le', 'zscale=p=bt709'],
    `tonemap=mobius:desat=0:peak=${toneMap.peak.toFixed(3)}`,
    ...['zscale=t=bt709:m=gbr:r=full', 'format=gbrpf32le'],
  ].join(',');
}

/** Encoder threads for one of several sizes: the largest may use all cores, smaller ones need one thread. */
export function threadsOf(size: Size, largest: Size): number {
  return Math.max(1, Math.round((TOOL_THREADS * size.width * size.height) / (largest.width * largest.height)));
}

/** Opus in WebM always has 128 kbit/s. */
export function audioArgs(
  { channels, bitRate }: AudioEncoding,
  container: 'mp4' | 'webm',
  cut: Cut | null = null,
): string[] {
  // Fills gaps and a late start with silence; otherwise the sound would drift from the picture.
  const filters = [...(cut ? [cutSound(cut)] : []), 'aresample=async=1:first_pts=0'].join(',');
  return [
    ...['-af', filters, '-ar', '48000', '-ac', String(channels)],
    ...(container === 'mp4' ? ['-c:a', 'aac', '-b:a', String(bitRate)] : ['-c:a', 'libopus', '-b:a', '128k']),
  ];
}

/**
 * Arguments that write the most representative frame of a second; no file if there is no frame.
 * @param input the playback file, upright and with square pixels
 * @param seconds where to start
 * @param size of the video as shown; a frame with another aspect ratio gets black bars
 */
export function posterArgs(input: string, seconds: number, output: PosterOutput, size: Size): string[] {
  return [
    ...['-ss', seconds.toFixed(3)],
    ...safeInput(input),
    ...['-filter_complex', `[0:v:0]${posterFilters(size)}`, ...posterOutputs(output)],
  ];
}

/**
 * The poster and its few colors. Few frames are compared, because each is converted. The first frame is always
 * included, because there may be no other.
 */
function posterFilters(size: Size): string {
  const some = `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${(1 / POSTER_FRAMES).toFixed(2)})'`;
  const { width, height } = posterColors(size);
  return [
    `${some},${fitInto(posterSize(size))},thumbnail=${POSTER_FRAMES},split[poster][small]`,
    `[small]scale=${width}:${height}:flags=area,format=rgba[colors]`,
  ].join(';');
}

function posterOutputs({ picture, colors }: PosterOutput): string[] {
  return [
    ...['-map', '[colors]', ...ONE_PICTURE, '-c:v', 'rawvideo', '-f', 'rawvideo', '-y', `file:${colors}`],
    ...['-map', '[poster]', ...pictureOutput(picture, POSTER_WEBP)],
  ];
}

const ONE_PICTURE = ['-an', '-sn', '-dn', '-map_metadata', '-1', '-frames:v', '1'];

/** One picture, as WebP or PNG by extension. WebP is encoded from RGB. */
function pictureOutput(path: string, { quality, effort }: WebpOptions): string[] {
  const webp = [
    '-c:v',
    'libwebp',
    '-pix_fmt',
    'bgra',
    '-quality',
    String(quality),
    '-compression_level',
    String(effort),
  ];
  const encoder = path.endsWith('.webp') ? webp : ['-c:v', 'png', '-threads', '1'];
  return [...ONE_PICTURE, ...encoder, '-f', 'image2', '-update', '1', '-y', `file:${path}`];
}

/** Size of the picture from which the ThumbHash is computed. @param size of the video as shown */
export function posterColors(size: Size): Size {
  return thumbhashSize(posterSize(size));
}

function posterSize({ width, height }: Size): Size {
  const shrink = Math.min(1, POSTER_WIDTH / width);
  return { width: Math.round(width * shrink), height: Math.max(1, Math.round(height * shrink)) };
}

/** Filters that keep the aspect ratio of each frame, also if it changes within the video. */
function fitInto({ width, height }: Size): string {
  // A small difference comes from rounding and gets no bars.
  const isSame = `lt(abs(${height}*dar-${width}),max(4,${width / 50}))`;
  const fit = [
    `w='if(${isSame},${width},max(1,min(${width},round(${height}*dar))))'`,
    `h='if(${isSame},${height},max(1,min(${height},round(${width}/dar))))'`,
  ];
  return `scale=${fit.join(':')},setsar=1,pad=${width}:${height}:-1:-1`;
}

/** Output paths of the preview images (WebP or PNG by extension) and of the black detection, as text. Absolute. */
export interface PreviewOutput {
  plan: PreviewPlan;
  output: string;
  black: string;
}

/** Arguments that write the preview images as one picture, in rows. @param input a playback file */
export function previewArgs(input: string, preview: PreviewOutput): string[] {
  return [...safeInput(input), ...['-filter_complex', previewGraph('[0:v:0]', preview)], ...previewOutput(preview)];
}

/**
 * Arguments that write the loudness of a playback file, without decoding its picture; no output file without sound.
 * @param output absolute path
 */
export function loudnessArgs(input: string, output: string): string[] {
  return [
    ...safeInput(input),
    // Maps the picture, so that a file without sound is not an error.
    ...['-map', '0:v:0', '-map', '0:a:0?', '-c:v', 'copy', '-af', loudnessFilters(output), '-f', 'null', '-'],
  ];
}

/** The preview images as [preview]. @param source label of the picture */
function previewGraph(source: string, preview: PreviewOutput): string {
  return `${source}${previewFilters(preview)}[preview]`;
}

function previewOutput({ output }: PreviewOutput): string[] {
  return ['-map', '[preview]', ...pictureOutput(output, PREVIEW_WEBP)];
}

/** Each image is from the middle of its interval. The last frame is repeated to fill the last interval. */
function previewFilters({ black, plan: { seconds, width, height, columns, rows } }: PreviewOutput): string {
  return [
    blackFilters(black),
    `tpad=stop_mode=clone:stop_duration=${seconds}`,
    `fps=1/${seconds}`,
    `scale=${width}:${height}`,
    `tile=${columns}x${rows}`,
  ].join(',');
}
