import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import {
  isFailureOfFile,
  MediaToolError,
  refusedDecoders,
  runFfprobe,
  safeDescription,
  safeInput,
} from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { DomainError } from '../../../platform/http/errors.ts';
import { runMediaWorker } from '../media-worker.ts';
import { codecTitle } from './codec-titles.ts';
import { measuredSeconds, WITHOUT_DURATION } from './measure.ts';
import type { QuickReport } from './probe.worker.ts';
import { isProtected } from './protection.ts';
import { CONTAINER_TYPES, type Container, sniffFile } from './sniff.ts';
import { chooseSound } from './sound-choice.ts';
import { UnusableVideoError } from './unusable-video-error.ts';

/** Time limit of each of the two readers in milliseconds, while a person waits for "Successful Upload". */
const INSPECT_TIMEOUT_MS = 10_000;

/** Clock rate of WMV, FLV and Matroska, in ticks per second. */
const CLOCK_RATE = 1000;

/**
 * Time limit of each reader during the preparation, in milliseconds: a long recording without an index is read
 * completely.
 */
const PROBE_TIMEOUT_MS = 120_000;

/** The type of an uploaded file, detected by its content. */
export interface UploadInspection {
  /** MIME type, such as `video/mp4`. */
  contentType: string;
  /** Without a dot. */
  extension: string;
  /** Null if only the preparation can determine it. */
  durationMs: number | null;
  /** Pixels of its picture per second; null if only the preparation can determine it. */
  pixelRate: number | null;
}

/** Assumed frames per second if the file does not declare them. */
const ORDINARY_FRAME_RATE = 30;

export interface ProbedVideo {
  /** ffmpeg's stream index; null if only the TypeScript reader found it. */
  index: number | null;
  /** ffmpeg's codec name: h264, hevc, vp8, vp9, av1, mpeg4 … */
  codec: string;
  /** Stored pixels, before pixel shape and rotation. */
  codedWidth: number;
  codedHeight: number;
  /** Width of a pixel divided by its height. */
  pixelAspect: number;
  /** Degrees clockwise by which a player rotates the picture. */
  rotation: number;
  mirrored: boolean;
  /** 8-bit 4:2:0, the only pixel format that every browser plays. */
  plainPixels: boolean;
  /** 10-bit 4:2:0, as HDR devices play it. */
  tenBits: boolean;
  /** `pq` and `hlg` are HDR. */
  transfer: 'sdr' | 'pq' | 'hlg';
  /** Peak brightness in cd/m², if a file with `pq` declares it. */
  maxNits: number | null;
  interlaced: boolean;
  /** Frames per second; null if unknown. */
  frameRate: number | null;
  /** Whether all frames have the same duration. */
  constantFrameRate: boolean;
}

export interface ProbedAudio {
  index: number | null;
  /** ffmpeg's codec name: aac, mp3, opus, vorbis … */
  codec: string;
  /** Such as "LC"; null if unknown. */
  profile: string | null;
  channels: number;
}

/** The facts about a file that its preparation depends on. */
export interface VideoProbe {
  container: Container;
  sizeBytes: number;
  /** From the first packet of picture or sound to the end of the last. A header may declare more; null if unknown. */
  durationSeconds: number | null;
  /** The video track to show; null if there is none. */
  video: ProbedVideo | null;
  /** The audio track to play; null for a silent video. */
  audio: ProbedAudio | null;
}

/**
 * Inspects an uploaded file quickly by its content, and rejects what is clearly not a video (UP-02). A damaged video
 * passes; its preparation then fails with the reason on its card.
 * @param path absolute
 * @throws DomainError video.empty, video.not_a_video, video.no_picture or video.too_long
 */
export async function inspectUpload(
  path: string,
  options: { maxSeconds: number; tools: MediaTools | null },
): Promise<UploadInspection> {
  const container = await sniffFile(path);
  if (!container) throw new DomainError((await stat(path)).size === 0 ? 'video.empty' : 'video.not_a_video');
  if (container === 'audio') throw new DomainError('video.no_picture');
  const quick = await quickReport(path, container, INSPECT_TIMEOUT_MS);
  const second =
    options.tools && !quick?.video?.codec
      ? await toolReport(path, options.tools, INSPECT_TIMEOUT_MS).catch(unlessTheMachine)
      : null;
  const picture = Boolean(quick?.video ?? second?.video);
  const sound = Boolean(quick?.audio ?? second?.audio);
  if (!picture && sound) throw new DomainError('video.no_picture');
  let seconds = quick?.durationSeconds ?? second?.durationSeconds ?? null;
  const isGuess = container === 'mpegvideo' || (seconds !== null && seconds > options.maxSeconds);
  if (isGuess && options.tools && WITHOUT_DURATION.includes(container)) {
    seconds = await measuredSeconds(path, [], { container, tools: options.tools, timeoutMs: INSPECT_TIMEOUT_MS });
  }
  if (seconds !== null && seconds > options.maxSeconds) {
    throw new DomainError('video.too_long', { params: { max_seconds: options.maxSeconds } });
  }
  const track = quick?.video ?? second?.video;
  const frameRate = quick?.video?.framesPerSecond ?? second?.video?.frameRate ?? ORDINARY_FRAME_RATE;
  return {
    ...CONTAINER_TYPES[container],
    durationMs: seconds === null ? null : Math.round(seconds * 1000),
    pixelRate: track ? Math.round(track.codedWidth * track.codedHeight * frameRate) : null,
  };
}

/**
 * Probes a file for its preparation. ffprobe describes the tracks; the TypeScript reader measures the duration, and
 * describes the tracks without ffprobe.
 * @param path absolute
 * @returns null if neither can read the file
 * @throws UnusableVideoError protected or unsupported_codec, MediaToolError of any kind but `input`, or the signal's
 *   reason
 */
export async function probeVideo(
  path: string,
  tools: MediaTools | null,
  signal?: AbortSignal,
): Promise<VideoProbe | null> {
  const container = await sniffFile(path);
  if (!container || container === 'audio') return null;
  if (await isProtected(path, container)) throw new UnusableVideoError('protected');
  const [quick, full, { size: sizeBytes }] = await Promise.all([
    quickReport(path, container, PROBE_TIMEOUT_MS, signal),
    tools ? toolReport(path, tools, PROBE_TIMEOUT_MS, signal).catch(ifUnreadable) : null,
    stat(path),
  ]);
  signal?.throwIfAborted();
  if (full?.unsupported) throw new UnusableVideoError(...full.unsupported);
  const tracks = full ?? (quick && !tools ? tracksOf(quick) : null);
  if (!tracks) return null;
  const { video } = tracks;
  const audio = full && tools ? await chooseSound(path, full.sounds, tools, signal) : tracks.audio;
  const measured =
    tools && WITHOUT_DURATION.includes(container)
      ? await measuredSeconds(path, indexes([video, audio]), { container, tools, timeoutMs: PROBE_TIMEOUT_MS, signal })
      : null;
  const durationSeconds = measured ?? quick?.durationSeconds ?? full?.durationSeconds ?? null;
  return { container, sizeBytes, durationSeconds, video, audio };
}

/**
 * Probes a partial file, as far as its beginning describes the complete file.
 * @param path absolute
 * @param sizeBytes of the complete file
 * @returns null if the duration is unknown: the index is at the end, or there is none
 * @throws as probeVideo
 */
export async function probeBeginning(
  path: string,
  sizeBytes: number,
  tools: MediaTools,
  signal?: AbortSignal,
): Promise<VideoProbe | null> {
  const container = await sniffFile(path);
  if (!container || container === 'audio' || (await isProtected(path, container))) return null;
  const [quick, full] = await Promise.all([
    quickReport(path, container, PROBE_TIMEOUT_MS, signal),
    toolReport(path, tools, PROBE_TIMEOUT_MS, signal).catch(ifUnreadable),
  ]);
  signal?.throwIfAborted();
  if (!quick || !full || full.unsupported) return null;
  const durationSeconds = announcedSeconds(container, quick.durationSeconds, full);
  if (durationSeconds === null) return null;
  return { container, sizeBytes, durationSeconds, video: full.video, audio: full.audio };
}

/**
 * The duration declared at the beginning of a file. A frame index has the exact one. The header of Matroska has it too,
 * unless it was written before the recording ended.
 */
function announcedSeconds(
  container: Container,
  indexed: number | null,
  { durationSeconds: header, hasIndex }: Awaited<ReturnType<typeof toolReport>>,
): number | null {
  if (['mp4', 'mov', '3gp'].includes(container)) return hasIndex ? indexed : null;
  return ['mkv', 'webm'].includes(container) && header && header >= (indexed ?? 0) ? header : null;
}

/**
 * Probes a playback file that was encoded here. One reader is enough: it reads every packet, and the other one takes
 * longer. Copies have the properties of their source, so both readers are used for them.
 * @returns null if it cannot be read
 */
export async function probeMade(
  path: string,
  container: 'mp4' | 'webm',
  tools: MediaTools | null,
  signal?: AbortSignal,
): Promise<Pick<VideoProbe, 'durationSeconds' | 'video'> | null> {
  const quick = await quickReport(path, container, PROBE_TIMEOUT_MS, signal);
  signal?.throwIfAborted();
  if (!quick?.video?.codec || quick.durationSeconds === null) return probeVideo(path, tools, signal);
  return { durationSeconds: quick.durationSeconds, video: tracksOf(quick).video };
}

function indexes(tracks: readonly ({ index: number | null } | null)[]): number[] {
  return tracks.flatMap((track) => track?.index ?? []);
}

/** Size as shown, upright and with square pixels; integers. */
export function displaySize(video: ProbedVideo): { width: number; height: number } {
  const width = Math.max(1, Math.round(video.codedWidth * video.pixelAspect));
  const turned = Math.round(video.rotation / 90) % 2 === 1;
  return turned ? { width: video.codedHeight, height: width } : { width, height: video.codedHeight };
}

/** Containers that the TypeScript reader supports. */
const QUICK_CONTAINERS: readonly Container[] = ['mp4', 'mov', '3gp', 'webm', 'mkv', 'ogg', 'ts'];

async function quickReport(path: string, container: Container, timeoutMs: number, signal?: AbortSignal) {
  if (!QUICK_CONTAINERS.includes(container)) return null;
  return runMediaWorker<QuickReport>('./probe/probe.worker.ts', { path }, { timeoutMs, signal });
}

/** ffmpeg's codec names for those of the TypeScript reader. */
function codecName(codec: string | null): string {
  return codec === 'avc' ? 'h264' : (codec ?? 'unknown');
}

function tracksOf({ video, audio }: QuickReport): Pick<VideoProbe, 'video' | 'audio'> {
  return {
    video: video
      ? {
          index: null,
          codec: codecName(video.codec),
          codedWidth: video.codedWidth,
          codedHeight: video.codedHeight,
          pixelAspect: video.pixelAspect,
          rotation: video.rotation,
          mirrored: video.mirrored,
          plainPixels: isPlainCodecString(video.codecString ?? ''),
          tenBits: false,
          transfer: video.transfer === 'pq' || video.transfer === 'hlg' ? video.transfer : 'sdr',
          maxNits: null,
          interlaced: false,
          frameRate: null,
          constantFrameRate: true,
        }
      : null,
    audio: audio ? { index: null, codec: codecName(audio.codec), profile: null, channels: audio.channels } : null,
  };
}

/** Whether a codec string (RFC 6381) names 8-bit 4:2:0: H.264 up to High, VP8, VP9 profile 0, AV1 Main with 8 bits. */
function isPlainCodecString(codec: string): boolean {
  return /^avc[13]\.(42|4d|58|64)/i.test(codec) || /^vp8$|^vp09\.00\.\d+\.08|^av01\.0\.\d+[MH]\.08/i.test(codec);
}

/** The used properties of ffprobe's JSON; a value of another type counts as missing. */
const stream = z.object({
  index: z.number(),
  codec_type: z.string().optional().catch(undefined),
  codec_name: z.string().optional().catch(undefined),
  codec_tag_string: z.string().catch(''),
  codec_tag: z.string().catch(''),
  profile: z.string().optional().catch(undefined),
  width: z.number().catch(0),
  height: z.number().catch(0),
  sample_aspect_ratio: z.string().catch(''),
  pix_fmt: z.string().optional().catch(undefined),
  color_transfer: z.string().catch(''),
  field_order: z.string().catch(''),
  r_frame_rate: z.string().catch(''),
  avg_frame_rate: z.string().catch(''),
  duration: z.string().optional().catch(undefined),
  nb_frames: z.string().optional().catch(undefined),
  channels: z.number().catch(0),
  disposition: z
    .object({ attached_pic: z.number().catch(0), default: z.number().catch(0) })
    .catch({ attached_pic: 0, default: 0 }),
  side_data_list: z
    .array(
      z
        .object({
          rotation: z.number().optional(),
          displaymatrix: z.string().optional(),
          dv_profile: z.number().optional(),
          dv_bl_signal_compatibility_id: z.number().optional(),
        })
        .catch({}),
    )
    .catch([]),
});
type Stream = z.infer<typeof stream>;
const report = z.object({
  streams: z.array(stream).catch([]),
  format: z.object({ duration: z.string().optional().catch(undefined) }).catch({}),
});

/** HDR metadata of the first picture. */
const light = z.object({
  frames: z.array(
    z.object({
      side_data_list: z
        .array(z.object({ max_content: z.number().optional(), max_luminance: z.string().optional() }).catch({}))
        .catch([]),
    }),
  ),
});

/** The quick inspection ignores errors caused by the file: its preparation reports the reason. */
function unlessTheMachine(error: unknown): null {
  if (isFailureOfFile(error)) return null;
  throw error;
}

function ifUnreadable(error: unknown): null {
  if (error instanceof MediaToolError && error.kind === 'input') return null;
  throw error;
}

/** Maximum number of ffprobe runs: each run finds at least one more decoder that is not allowed. */
const MAX_DESCRIPTIONS = 8;

/** @throws MediaToolError, or the signal's reason */
async function describeFile(path: string, tools: MediaTools, timeoutMs: number, signal?: AbortSignal) {
  const refused = new Set<string>();
  for (let run = 1; ; run += 1) {
    const args = [...safeDescription(path, [...refused]), '-show_streams', '-show_format', '-of', 'json'];
    try {
      const text = await runFfprobe(tools, args, { folder: dirname(path), timeoutMs, signal });
      return { ...report.parse(JSON.parse(text)), refused };
    } catch (error) {
      const more = error instanceof MediaToolError ? refusedDecoders(error.message) : [];
      if (run === MAX_DESCRIPTIONS || more.every((name) => refused.has(name))) throw error;
      for (const name of more) refused.add(name);
    }
  }
}

/** @throws MediaToolError, or the signal's reason */
async function toolReport(path: string, tools: MediaTools, timeoutMs: number, signal?: AbortSignal) {
  const { streams, format, refused } = await describeFile(path, tools, timeoutMs, signal);
  const isUsable = (s: Stream) =>
    s.codec_name && !refused.has(s.codec_name) && !refused.has(`lib${s.codec_name}`) && !hasOwnColors(s);
  // A cover picture is not a video. Codecs of unused tracks do not matter.
  const pictures = streams.filter((s) => s.codec_type === 'video' && !s.disposition.attached_pic);
  const sounds = streams.filter((s) => s.codec_type === 'audio');
  const video = pictures.find((s) => isUsable(s) && s.width > 0 && s.height > 0);
  const shown = video ? videoOf(video) : null;
  if (video && shown?.transfer === 'pq') {
    shown.maxNits = await brightestLight(path, video.index, tools, timeoutMs, signal);
  }
  // The default track of the file comes first.
  const heard = sounds
    .filter((s) => isUsable(s) && s.channels > 0)
    .toSorted((a, b) => b.disposition.default - a.disposition.default)
    .map(soundOf);
  const unsupported = video ? undefined : pictures.find((s) => !isUsable(s));
  return {
    durationSeconds: positive(format.duration) ?? positive(video?.duration),
    video: shown,
    audio: heard[0] ?? null,
    sounds: heard,
    /** Whether the file has an index of all frames, as MP4 has unless it is fragmented. */
    hasIndex: positive(video?.nb_frames) !== null,
    /** Why no track can be shown; undefined if one can, or if there is no video track. */
    unsupported: unsupported && unsupportedReason(unsupported),
  };
}

/**
 * Peak brightness of a PQ track in cd/m², of its pictures or of the mastering display. Only a decoded picture has it;
 * null if unknown.
 */
async function brightestLight(path: string, track: number, tools: MediaTools, timeoutMs: number, signal?: AbortSignal) {
  const args = [
    ...[...safeInput(path), '-select_streams', String(track), '-read_intervals', '%+#1'],
    ...['-show_frames', '-show_entries', 'frame=side_data_list', '-of', 'json'],
  ];
  const text = await runFfprobe(tools, args, { folder: dirname(path), timeoutMs, signal }).catch(ifUnreadable);
  const parsed = light.safeParse(text === null ? null : JSON.parse(text));
  const said = parsed.success ? parsed.data.frames.flatMap((frame) => frame.side_data_list) : [];
  const [content, screen] = [said.find((one) => one.max_content), said.find((one) => one.max_luminance)];
  return content?.max_content ?? ratio(screen?.max_luminance ?? '');
}

/**
 * Whether the picture only has the colors of Dolby Vision (profile 5, and 10.0 of AV1): other players, and ffmpeg,
 * would show it green and violet.
 */
function hasOwnColors(s: Stream): boolean {
  return s.side_data_list.some(
    ({ dv_profile: profile, dv_bl_signal_compatibility_id: compatibility }) =>
      profile === 5 || (profile === 10 && compatibility === 0),
  );
}

function unsupportedReason(s: Stream): ConstructorParameters<typeof UnusableVideoError> {
  const codec = hasOwnColors(s) ? 'Dolby Vision' : codecTitle(s);
  return codec ? ['unsupported_codec', { params: { codec } }] : ['unsupported'];
}

function soundOf({ index, codec_name: codec, profile, channels }: Stream): ProbedAudio {
  return { index, codec: codec ?? '', profile: profile ?? null, channels };
}

function videoOf(s: Stream): ProbedVideo {
  const matrix = s.side_data_list.find((data) => data.displaymatrix !== undefined);
  const nominal = ratio(s.r_frame_rate);
  const average = ratio(s.avg_frame_rate);
  return {
    index: s.index,
    codec: s.codec_name ?? '',
    codedWidth: s.width,
    codedHeight: s.height,
    pixelAspect: ratio(s.sample_aspect_ratio.replace(':', '/')) ?? 1,
    // ffprobe's angle is counterclockwise.
    rotation: (((360 - (matrix?.rotation ?? 0)) % 360) + 360) % 360,
    mirrored: isMirrored(matrix?.displaymatrix ?? ''),
    plainPixels: s.pix_fmt === 'yuv420p' || s.pix_fmt === 'yuvj420p',
    tenBits: s.pix_fmt === 'yuv420p10le',
    transfer: s.color_transfer === 'smpte2084' ? 'pq' : s.color_transfer === 'arib-std-b67' ? 'hlg' : 'sdr',
    maxNits: null,
    // DV is usually interlaced, but only its decoded frames declare it.
    interlaced: s.codec_name === 'dvvideo' || ['tt', 'bb', 'tb', 'bt'].includes(s.field_order),
    // For a single frame, ffprobe only reports the clock of the container.
    frameRate: average ?? (nominal !== null && nominal < CLOCK_RATE ? nominal : null),
    constantFrameRate: nominal !== null && average !== null && Math.abs(nominal - average) < 0.05 * average,
  };
}

/** Whether a display matrix, as ffprobe prints it (row number, then a b u / c d v / x y w), mirrors the picture. */
function isMirrored(matrix: string): boolean {
  const [[a = 1, b = 0] = [], [c = 0, d = 1] = []] = matrix
    .trim()
    .split('\n')
    .map((row) => (row.split(':')[1] ?? '').trim().split(/\s+/).map(Number));
  return a * d - b * c < 0;
}

/** "30000/1001" as a number; null for "0/0" and anything else. */
function ratio(text: string): number | null {
  const [, over, under] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  return over && under ? positive(String(Number(over) / Number(under))) : null;
}

function positive(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
