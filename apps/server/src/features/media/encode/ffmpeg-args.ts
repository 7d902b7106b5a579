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

/** Seconds between key frames, where a player can seek to or change the rendition. */
export const KEY_FRAME_SECONDS = 4;

/** Least seconds of a fragment of a growing video, which ends at the next key frame: the first can be watched this early. */
const FRAGMENT_SECONDS = 1;

/** Seconds from the start until which they are a second apart: on a slow connection a video begins with its first segment. */
export const QUICK_START_SECONDS = 2;

/** The square of it is the number of values of each of the three channels for which tone mapping is computed: 36. */
const TONE_LEVEL = 6;

/** Only the chosen streams and no metadata: no place, device, time or chapter (VID-07). */
export const NOTHING_ELSE = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'];

/** Maximum width of a poster, in pixels. */
const POSTER_WIDTH = 1280;

/** How WebP is encoded: quality 0 to 100, effort 0 to 6. */
export interface WebpOptions {
  quality: number;
  effort: number;
}

/** Half the CPU time of the usual effort of 4, for a twentieth more bytes. */
export const POSTER_WEBP: WebpOptions = { quality: 80, effort: 2 };
export const PREVIEW_WEBP: WebpOptions = { quality: 70, effort: 2 };

/** Reading ends so many seconds after a part of a file: frames are not stored in the order in which they are shown. */
const AFTER_SECONDS = 2;

/** A poster is the most representative of so many frames of one second. */
const POSTER_FRAMES = 5;

/** Options of a rendition: a fragmented MP4 with the index of its fragments at the start (CMAF). */
const FRAGMENTED = '+cmaf+frag_keyframe+empty_moov+default_base_moof+global_sidx';

/** Where a poster is written, as WebP or PNG by its name, and its few colors for the ThumbHash, as RGBA: absolute paths. */
export interface PosterOutput {
  picture: string;
  colors: string;
}

/** What a run that makes the playback file writes besides: absolute paths. */
export interface Besides {
  /** The same in fragments, with a list of them in a folder of its own, while it is made: all of it, or so many seconds of a copy. */
  growing?: { list: string; seconds: number | null } | undefined;
  /** The poster, from this second on; only for a picture that is encoded. */
  poster?: { output: PosterOutput; seconds: number; size: Size } | undefined;
  /** Where the sound, of so many channels, is silent, and how loud it is unless that is measured later, as texts. */
  sound?: { silence: string; loudness?: string | undefined; channels: number } | undefined;
  /** Where the picture is black, as text; only for a picture that is encoded. */
  black?: string | undefined;
  /** The messages between the pictures of an H.264 track, of its first minute; only for a copy. */
  messages?: string | undefined;
}

/**
 * Arguments that make the playback file. -map_metadata matters even when everything is encoded.
 * @param input @param output absolute paths
 */
export function preparationArgs(plan: Preparation, input: string, output: string, besides: Besides = {}): string[] {
  const { video, audio, container, isRendition, cut } = plan;
  const { growing, poster, messages, sound, black } = besides;
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
    ...(messages ? messagesBeside(track, messages) : []),
    ...(audio && sound ? soundBeside(audio.index ?? 'a:0', sound, { cut }) : []),
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

/** The sound of a playback file. Beside a picture that is copied it begins with the part, and the offset of the output moves both. */
function soundOf({ video, audio, container, cut }: Preparation): string[] {
  if (!audio) return [];
  if (!audio.encode) return ['-c:a', 'copy', ...(cut ? ['-bsf:a', dropOutside(cut, 'sound')] : [])];
  const args = audioArgs(audio.encode, container, cut);
  if (video.encode || !cut) return args;
  return args.map((arg, i) => (args[i - 1] === '-af' ? `${arg},asetpts=PTS+${cut.start.toFixed(6)}/TB` : arg));
}

/** The input, from where a part of it is read, until a little after that. */
function cutInput(input: string, cut: Cut | null): string[] {
  if (!cut) return safeInput(input);
  const seek = cut.seek > 0 ? ['-ss', cut.seek.toFixed(6)] : [];
  return [...seek, '-t', (cut.end + AFTER_SECONDS).toFixed(6), ...safeInput(input)];
}

/**
 * A filter for packets that lets through only those of a part: an edit list would hide frames, and still hand them out. A picture
 * ends with the first packet that is shown after the part, because those that are decoded later may need it.
 */
function dropOutside({ seek, start, end, decodedUntil }: Cut, of: 'picture' | 'sound'): string {
  const before = seek + start > 0 ? `lt(pts*tb,${at(start)})` : '0';
  const after =
    of === 'sound' ? `gte(pts*tb,${at(end)})` : decodedUntil === null ? '0' : `gte(dts*tb,${at(decodedUntil)})`;
  return `noise=drop='${before}+${after}'`;
}

/** A moment, half a millisecond early: times of packets are rounded. */
const at = (seconds: number) => (seconds - 0.0005).toFixed(6);

/** Only a part of the sound, or of the picture, with a clock from zero: the first frame is there, even if it came a little later. */
const cutSound = ({ start, end }: Cut) =>
  `atrim=start=${start.toFixed(6)}:end=${end.toFixed(6)},asetpts=PTS-${start.toFixed(6)}/TB`;
const cutPicture = ({ start, end }: Cut) =>
  `trim=start=${at(start)}:end=${at(end)},setpts='if(N,PTS-${start.toFixed(6)}/TB,0)'`;

export function movFlags(isRendition: boolean): string {
  return isRendition ? FRAGMENTED : '+faststart';
}

/** The frames that are encoded, as [play], and the poster out of them, so nothing is decoded twice. */
function pictures(filters: string, poster: Besides['poster']): string[] {
  if (!poster) return ['-filter_complex', `${filters}[play]`];
  const { output, seconds, size } = poster;
  const part = `trim=start=${seconds.toFixed(3)}:duration=1`;
  return [
    ...['-filter_complex', `${filters},split[play][shown];[shown]${part},${posterFilters(size)}`],
    ...posterOutputs(output),
  ];
}

/** Decodes the sound at most once, also if it is encoded. @param input its number among the inputs */
export function soundBeside(
  track: number | string,
  { silence, loudness, channels }: NonNullable<Besides['sound']>,
  { input = 0, cut = null }: { input?: number; cut?: Cut | null } = {},
): string[] {
  const filters = [
    ...(cut ? [cutSound(cut)] : []),
    silenceFilters(silence),
    ...(loudness ? [loudnessFilters(loudness, channels)] : []),
  ].join(',');
  return ['-map', `${input}:${track}`, '-vn', '-sn', '-dn', '-af', filters, '-f', 'null', '-'];
}

/** At most a minute and 10 MB; a minute of a camcorder has a tenth. */
function messagesBeside(track: number | string, output: string): string[] {
  return [
    ...['-map', `0:${track}`, '-c', 'copy', '-t', '60', '-fs', '10000000'],
    ...['-bsf:v', 'filter_units=pass_types=6', '-f', 'h264', '-y', `file:${output}`],
  ];
}

/** How fragments and their list are written. */
const FRAGMENT_OPTIONS = Object.entries({
  hls_time: String(FRAGMENT_SECONDS),
  hls_playlist_type: 'event',
  hls_segment_type: 'fmp4',
  hls_flags: 'independent_segments+temp_file',
});

/** Encodes once and writes twice: the MP4, and its fragments with their list. A failure of one is a failure of both. */
export function growingOutput(output: string, growing: string, isRendition: boolean): string[] {
  const escaped = (path: string) => `file:${path.replace(/[\\'|]/g, '\\$&')}`;
  const list = FRAGMENT_OPTIONS.map(([name, value]) => `${name}=${value}`).join(':');
  const outputs = [
    `[f=mp4:onfail=abort:movflags=${movFlags(isRendition)}:write_tmcd=0]${escaped(output)}`,
    `[f=hls:onfail=abort:${list}]${escaped(growing)}`,
  ];
  return ['-flags', '+global_header', '-f', 'tee', '-y', outputs.join('|')];
}

/** The AAC of a transport stream as MP4 has it: ffmpeg does that itself for a file, but not for fragments. Any other AAC stays as it is. */
const AAC_AS_IN_MP4 = ['-bsf:a', 'aac_adtstoasc'];

/** Writes fragments and their list. @param list absolute path */
function fragmentsOutput(list: string): string[] {
  return [...FRAGMENT_OPTIONS.flatMap(([name, value]) => [`-${name}`, value]), '-f', 'hls', '-y', `file:${list}`];
}

/** The sizes of a plan that are not made yet: all but the playback file. */
export function sizesToMake({ sizes, first }: RenditionsPlan): RenditionsPlan['sizes'] {
  return sizes.filter((size) => size !== first);
}

/**
 * Arguments that make all renditions but the playback file, and the preview images, in one run, decoding once: each is a
 * fragmented MP4 with an index of its fragments at the start (CMAF), which a player reads by byte ranges. All have their key
 * frames at the same moments.
 * @param input absolute path @param outputs absolute paths, in the order of `sizesToMake` @param preview output: absolute path
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

/** Arguments that make the rendition with high dynamic range, in the form of every rendition. @param input @param output absolute paths */
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
 * SVT-AV1: for the same bits it looks better than x265, and takes half the CPU time. One thread for each of its stages: with
 * two it has 116 threads, whose stacks take 2 GB of addresses, and when those end, it waits forever instead of failing.
 */
function highRangeEncoder({ maxRate, transfer, keyFrameEvery }: HighRangePlan['video']['encode']): string[] {
  return [
    ...['-c:v', 'libsvtav1', '-preset', '12', '-crf', '32', '-svtav1-params', 'lp=1'],
    ...['-maxrate', String(maxRate), '-bufsize', String(maxRate * BUFFER_SECONDS), '-g', String(keyFrameEvery)],
    ...['-colorspace', 'bt2020nc', '-color_primaries', 'bt2020'],
    ...['-color_trc', transfer === 'pq' ? 'smpte2084' : 'arib-std-b67'],
  ];
}

/** The picture in all sizes, as [v0], [v1] and so on. @param isShown the smallest is also there as [shown] */
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
 * Frames stored in display order begin at zero, without an edit list. Players that ignore it would show the picture late. And
 * key frames only where they are asked for.
 */
export const FRAMES_IN_ORDER = ['-bf', '0', '-sc_threshold', '0'];

/** @param threads of the encoder @param keyFrames where they are, if not as in a whole video */
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
 * @param source label of the decoded track @param part the only part of the film to encode: a piece keeps the clock of the film
 * @returns a filter graph with one output, which has no label
 */
export function videoFilters(
  source: string,
  { width, height, deinterlace, frameRate, toneMap, tenBits = false, isMean = false }: VideoEncoding,
  part: { starts: number; ends: number | null } | Cut | null = null,
): string {
  const before = [
    ...(deinterlace ? ['bwdif=mode=send_frame:deint=interlaced'] : []),
    ...(frameRate ? [`fps=${frameRate}`] : []),
    ...(part && 'starts' in part ? [`trim=start=${part.starts}${part.ends === null ? '' : `:end=${part.ends}`}`] : []),
    ...(part && 'seek' in part ? [cutPicture(part)] : []),
  ];
  const after = ['setsar=1', `format=${tenBits ? 'yuv420p10le' : 'yuv420p'}`];
  const scale = `scale=${width}:${height}${isMean ? ':flags=area' : ''}`;
  if (!toneMap) return source + [...before, `${scale}:out_range=tv`, ...after].join(',');
  // Scaling first: the fewer pixels, the less to map. Only for floating point numbers haldclut is fast.
  const scaled = [...before, scale, `zscale=${asBright(toneMap)}:m=gbr:r=full`, 'format=gbrpf32le'];
  const table = `haldclut${toneMap.readsTableOnce ? '=clut=first' : ''}`;
  // Colors beyond BT.709 become its nearest ones: scale cuts each of red, green and blue, and zscale only what they are
  // stored as. And ffmpeg 5.1 crashes where zscale reads small floating point pictures on processors with AVX-512.
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
 * The color that each color of high dynamic range is shown as, in one picture (a "Hald CLUT"). Tone mapping is expensive for each pixel, so
 * it is computed once for some colors, and those between them are interpolated.
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

/** Threads of the encoder of one of several sizes: the largest may use every core, a small one is done beside it. */
export function threadsOf(size: Size, largest: Size): number {
  return Math.max(1, Math.round((TOOL_THREADS * size.width * size.height) / (largest.width * largest.height)));
}

/** Opus, in WebM, always has 128 kbit/s. */
export function audioArgs(
  { channels, bitRate }: AudioEncoding,
  container: 'mp4' | 'webm',
  cut: Cut | null = null,
): string[] {
  // Gaps and a late start are filled with silence, or the sound would drift from the picture.
  const filters = [...(cut ? [cutSound(cut)] : []), 'aresample=async=1:first_pts=0'].join(',');
  return [
    ...['-af', filters, '-ar', '48000', '-ac', String(channels)],
    ...(container === 'mp4' ? ['-c:a', 'aac', '-b:a', String(bitRate)] : ['-c:a', 'libopus', '-b:a', '128k']),
  ];
}

/**
 * Arguments that write the most representative frame of a second; no file if there is no frame.
 * @param input the playback file, upright and with square pixels @param seconds where to begin
 * @param size of the video as shown; a frame of another shape gets black bars
 */
export function posterArgs(input: string, seconds: number, output: PosterOutput, size: Size): string[] {
  return [
    ...['-ss', seconds.toFixed(3)],
    ...safeInput(input),
    ...['-filter_complex', `[0:v:0]${posterFilters(size)}`, ...posterOutputs(output)],
  ];
}

/** The poster, and its few colors. Few frames are compared, because each is converted. The first one always is: there may be no other. */
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

/** One picture, as WebP or PNG by its name. WebP has colors of its own, so it is made of red, green and blue. */
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

/** The size in which the colors of a poster are written. @param size of the video as shown */
export function posterColors(size: Size): Size {
  return thumbhashSize(posterSize(size));
}

function posterSize({ width, height }: Size): Size {
  const shrink = Math.min(1, POSTER_WIDTH / width);
  return { width: Math.round(width * shrink), height: Math.max(1, Math.round(height * shrink)) };
}

/** Filters that keep the shape of each frame, also of one that has another size than the first. */
function fitInto({ width, height }: Size): string {
  // Rounding makes no bars.
  const isSame = `lt(abs(${height}*dar-${width}),max(4,${width / 50}))`;
  const fit = [
    `w='if(${isSame},${width},max(1,min(${width},round(${height}*dar))))'`,
    `h='if(${isSame},${height},max(1,min(${height},round(${width}/dar))))'`,
  ];
  return `scale=${fit.join(':')},setsar=1,pad=${width}:${height}:-1:-1`;
}

/**
 * Where the preview images are written, as WebP or PNG by their name, and the times at which the picture is black, as text: absolute
 * paths.
 */
export interface PreviewOutput {
  plan: PreviewPlan;
  output: string;
  black: string;
}

/**
 * Arguments that write the preview images as one picture, side by side in rows.
 * @param input a playback file
 */
export function previewArgs(input: string, preview: PreviewOutput): string[] {
  return [...safeInput(input), ...['-filter_complex', previewGraph('[0:v:0]', preview)], ...previewOutput(preview)];
}

/**
 * Arguments that write how loud a playback file is, without decoding its picture; no file without sound.
 * @param output absolute path
 */
export function loudnessArgs(input: string, output: string): string[] {
  return [
    ...safeInput(input),
    // The picture is there so that a file without sound is no failure.
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

/** Each image is from the middle of its interval. The last frame is repeated, so that every interval has one. */
function previewFilters({ black, plan: { seconds, width, height, columns, rows } }: PreviewOutput): string {
  return [
    blackFilters(black),
    `tpad=stop_mode=clone:stop_duration=${seconds}`,
    `fps=1/${seconds}`,
    `scale=${width}:${height}`,
    `tile=${columns}x${rows}`,
  ].join(',');
}
