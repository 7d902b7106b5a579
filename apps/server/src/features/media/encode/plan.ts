import type { Trim, VideoFailure } from '@kinreel/contracts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { displaySize, type ProbedAudio, type ProbedVideo, type VideoProbe } from '../probe/probe.ts';
import { affordableSizes, highRangeRates, playbackRates, type Rates, type Size, type Source } from '../probe/rates.ts';
import type { Container } from '../probe/sniff.ts';

/** Maximum size of a picture in pixels, for landscape and portrait. */
interface Bounds {
  long: number;
  short: number;
}

/** The largest picture of a playback file. */
const LARGEST: Bounds = { long: 1920, short: 1080 };

/**
 * The playback file is the largest rendition with at most this many pixels, so that a long video is ready soon: about
 * 720p.
 */
const FIRST_PIXELS = 1_100_000;

/**
 * A source with more pixels per second takes about its own duration just to decode. Then the playback file is smaller:
 * about 480p.
 */
const SLOW_PIXEL_RATE = 3840 * 2160 * 24;
const SLOW_FIRST_PIXELS = 420_000;

/**
 * Ratio of source pixels to result pixels from which the area scaler is used. When the sides shrink to a third, its
 * result is as similar to the original as that of the default scaler (docs/performance.md).
 */
const AREA_SCALER_PIXEL_RATIO = 9;

/**
 * Short sides of the renditions; a smaller picture also gets its own size. The smallest plays without a pause at 400
 * kbit/s.
 */
const SHORT_SIDES = [1080, 720, 480, 240];

/** Ratio of the short sides above which a rendition is skipped: the next larger one is too similar. */
const NEAR_DUPLICATE = 0.8;

/** Shorter videos than two segments get no renditions. */
const MIN_ADAPTIVE_SECONDS = 8;

/**
 * Maximum bits per second of a stream copy, which phones on mobile connections can play; above that, the picture is
 * encoded.
 */
const MAX_BIT_RATE = 12_000_000;

/** Maximum frames per second of a playback file. */
const MAX_FRAME_RATE = 60;

/** Seconds between the key frames of an encoded HDR picture. */
const HIGH_RANGE_KEY_FRAME_SECONDS = 4;

/** A higher frame rate is the clock of a container (1000 in browser recordings), not the rate of a camera. */
const HIGHEST_CREDIBLE_FRAME_RATE = 480;

/** Brightness of SDR white, in cd/m² (ITU-R BT.2408). */
export const WHITE_NITS = 203;

/**
 * Peak brightness of HLG, and of PQ without metadata, in cd/m². Diffuse white is darker (ITU-R BT.2408, and ffmpeg's
 * default for PQ). Without a peak, HLG highlights would never reach white.
 */
const USUAL_NITS = 1000;
const HLG_PEAK = USUAL_NITS / WHITE_NITS;
const PQ_WHITE_NITS = 100;

/** How a picture is encoded, after ffmpeg has applied the rotation. */
export interface VideoEncoding {
  /** Pixels: square, upright, even numbers. */
  width: number;
  height: number;
  deinterlace: boolean;
  /** Constant frame rate; null keeps the frame times. */
  frameRate: number | null;
  /** HDR to be converted to SDR; null for SDR. */
  toneMap: ToneMap | null;
  /** Keeps 10 bits per channel, for HDR output. */
  tenBits?: boolean;
  /**
   * Use the area scaler: each pixel is the mean of an area. For strong downscaling it is as good as the default scaler,
   * and faster.
   */
  useAreaScaler?: boolean;
}

export interface ToneMap {
  transfer: 'pq' | 'hlg';
  /** Peak brightness relative to SDR white; it is mapped to white. */
  peak: number;
  readsTableOnce: boolean;
}

export interface AudioEncoding {
  channels: number;
  /** Bits per second of AAC. */
  bitRate: number;
}

/** How a trimmed range of a file is read. */
export interface Cut {
  /** Start of reading, in seconds from the start of the file; before the range. */
  seek: number;
  /** The range, in seconds after `seek`. */
  start: number;
  end: number;
  /** DTS of the first packet after the cut; null if none follows, or the picture is encoded. */
  decodedUntil: number | null;
}

/** How a file is converted so that a plain `<video>` plays it in every browser. */
export type Plan =
  | { kind: 'reject'; failure: VideoFailure }
  | {
      kind: 'prepare';
      container: 'mp4' | 'webm';
      /** The playback file is also a rendition. */
      isRendition: boolean;
      /** `codec`: ffmpeg's name of the source codec. */
      video: { index: number | null; codec: string; encode: (VideoEncoding & Pick<Rates, 'maxRate'>) | null };
      audio: { index: number | null; encode: AudioEncoding | null } | null;
      /** Null: all of it. */
      cut: Cut | null;
    };
export type Preparation = Extract<Plan, { kind: 'prepare' }>;

/** The renditions of a video, made in one run: largest first. */
export interface RenditionsPlan {
  video: { index: number | null; encode: VideoEncoding };
  audio: { index: number | null; encode: { channels: number } } | null;
  /** Null: all of it. */
  cut: Cut | null;
  sizes: PlannedSize[];
  /** The size that the playback file already has; null if the playback file is not a rendition. */
  first: PlannedSize | null;
}

type PlannedSize = RenditionSize & Rates;

/** Value of VIDEO-RANGE in a playlist (RFC 8216bis). */
export type HighRange = 'PQ' | 'HLG';

export interface RenditionSize extends Size {
  /** Short side in pixels, part of its URL: "720" or "720-hdr". */
  name: string;
}

/** The HDR rendition. */
export interface HighRangePlan {
  range: HighRange;
  /** As shown, upright; the name ends with "-hdr". */
  size: RenditionSize;
  video: {
    index: number | null;
    /** A stream copy of HEVC, as phones record it. */
    copied: boolean;
    encode: VideoEncoding & Pick<Rates, 'maxRate'> & { transfer: ToneMap['transfer']; keyFrameEvery: number };
  };
  audio: { index: number | null; encode: AudioEncoding } | null;
  /** Null: all of it. */
  cut: Cut | null;
}

type ToneTools = Pick<MediaTools, 'toneMapping' | 'readsTableOnce'>;
type PlanTools = ToneTools & Pick<MediaTools, 'opus'>;

export interface PlanOptions {
  /** Maximum duration of a video, in seconds. */
  maxSeconds: number;
  /** Encode the picture although it could be copied, because the copy does not play. */
  reencode?: boolean;
  /** Deliver only this range. */
  trim?: Trim | null | undefined;
  /** How the range can be copied without frames from outside; null if it must be encoded. */
  copyCut?: Cut | null | undefined;
}

/**
 * Decides how a file is converted. Streams that browsers play are copied into a new container with only picture and
 * sound; everything else becomes H.264 and AAC in MP4. Pure.
 * @param tools null without ffmpeg: then only copying is possible
 */
export function planPreparation(whole: VideoProbe, tools: PlanTools | null, options: PlanOptions): Plan {
  const { video, audio, durationSeconds } = whole;
  if (!video) return { kind: 'reject', failure: audio ? 'no_picture' : 'damaged' };
  if (durationSeconds !== null && durationSeconds > options.maxSeconds) {
    return { kind: 'reject', failure: 'too_long' };
  }
  const { trim = null, copyCut = null } = options;
  const probe = trimmed(whole, trim);

  const mayCopy = !options.reencode && (!trim || (tools && copyCut));
  const copy = mayCopy ? planCopy(probe, tools) : null;
  if (copy) return { ...copy, cut: trim && copyCut };
  if (!tools) return { kind: 'reject', failure: 'needs_converter' };

  const largest = planEncoding(video, LARGEST, tools);
  const first = planRenditions(whole, tools, { isRendition: true, trim })?.first ?? null;
  const { width, height } = first ?? largest;
  const { maxRate, audioRate } = first ?? playbackRates(largest, sourceOf(probe, video));
  const useAreaScaler = video.codedWidth * video.codedHeight >= AREA_SCALER_PIXEL_RATIO * width * height;
  const encode = { ...largest, width, height, ...(useAreaScaler && { useAreaScaler }) };
  return {
    kind: 'prepare',
    container: 'mp4',
    isRendition: first !== null,
    video: { index: video.index, codec: video.codec, encode: { ...encode, maxRate } },
    audio: audio && { index: audio.index, encode: { channels: Math.min(2, audio.channels), bitRate: audioRate } },
    cut: trim && planCut(whole, trim),
  };
}

/** Containers with an index of key frames: seeking is frame-accurate only in these. */
export const INDEXED: readonly Container[] = ['mp4', 'mov', '3gp', 'webm', 'mkv'];

/** Decoding starts this many seconds before a range, so that all reference frames of the first frame are decoded. */
const BEFORE_SECONDS = 1;

/** How a range is encoded. Without an index, the file is decoded from its start. */
function planCut({ container }: VideoProbe, { start, end }: Trim): Cut {
  const seek = INDEXED.includes(container) ? Math.max(0, start - BEFORE_SECONDS) : 0;
  return { seek, start: start - seek, end: end - seek, decodedUntil: null };
}

/** A probe limited to a range, as if it were the whole video. */
export function trimmed(probe: VideoProbe, trim: Trim | null): VideoProbe {
  if (!trim) return probe;
  const durationSeconds = trim.end - trim.start;
  const share = probe.durationSeconds ? Math.min(1, durationSeconds / probe.durationSeconds) : 1;
  return { ...probe, durationSeconds, sizeBytes: Math.ceil(probe.sizeBytes * share) };
}

/** Whether the picture of a file can be copied. Pure. */
export function isCopied(probe: VideoProbe, tools: Pick<MediaTools, 'opus'> | null): boolean {
  return planCopy(probe, tools) !== null;
}

/** The stream copy of a file that plays in browsers; null if the picture must be encoded. */
function planCopy(probe: VideoProbe, tools: Pick<MediaTools, 'opus'> | null): Omit<Preparation, 'cut'> | null {
  const { video, audio } = probe;
  const container = video && containerForCopy(probe, video);
  if (!container) return null;
  const { audioRate } = playbackRates(displaySize(video), sourceOf(probe, video));
  const copied = planAudio(audio, container, tools && audioRate);
  const possible = !copied?.encode || (tools && (container === 'mp4' || tools.opus));
  if (!possible) return null;
  const picture = { index: video.index, codec: video.codec, encode: null };
  return { kind: 'prepare', container, isRendition: false, video: picture, audio: copied };
}

export interface RenditionsOptions {
  /**
   * The playback file is WebM, which older iPhones and televisions do not play, so at least one rendition is made, even
   * if it is larger than the original.
   */
  needsH264?: boolean | undefined;
  /** The playback file is encoded as one of the renditions. */
  isRendition?: boolean | undefined;
  /** Size of the playback file in bytes, if it is not a rendition. */
  playbackBytes?: number | undefined;
  /** Deliver only this range. */
  trim?: Trim | null | undefined;
}

/** Whether a playback file of this duration can have renditions. A quick check before the original is read. Pure. */
export function mayHaveRenditions(playsSeconds: number, { needsH264 = false }: RenditionsOptions): boolean {
  return needsH264 || playsSeconds >= MIN_ADAPTIVE_SECONDS - 0.5;
}

/**
 * Decides which renditions a video gets. All encoded files together, including the playback file unless it is a copy,
 * have at most as many bytes as the original. Pure.
 * @returns null if the playback file is enough: the video is short or small, or its bit rate is so low that another
 *   size would look bad
 */
export function planRenditions(
  whole: VideoProbe,
  tools: PlanTools,
  { needsH264 = false, isRendition = false, playbackBytes = 0, trim = null }: RenditionsOptions = {},
): RenditionsPlan | null {
  const probe = trimmed(whole, trim);
  const { video, audio, durationSeconds } = probe;
  if (!video) return null;
  const encode = planEncoding(video, LARGEST, tools);
  const largest = Math.min(encode.width, encode.height);
  const all = [largest, ...SHORT_SIDES]
    .filter((side, index, sides) => index === 0 || side <= Math.min(...sides.slice(0, index)) * NEAR_DUPLICATE)
    .map((side) => ({
      name: String(side),
      width: even((encode.width * side) / largest),
      height: even((encode.height * side) / largest),
    }));
  const source = sourceOf(probe, video);
  const budget = source.bytes - (isRendition || planCopy(probe, tools) ? 0 : playbackBytes);
  const isAdaptive = all.length > 1 && durationSeconds !== null && durationSeconds >= MIN_ADAPTIVE_SECONDS;
  let sizes = isAdaptive ? affordableSizes(all, { ...source, seconds: durationSeconds }, budget) : null;
  const first = isRendition && sizes ? firstOf(sizes, video) : null;
  // The smallest size alone would be poor quality: make one size instead, as good as possible.
  if (first && first === sizes?.at(-1)) return null;
  if (needsH264) sizes ??= all.slice(0, 1).map((size) => ({ ...size, ...playbackRates(size, source) }));
  return (
    sizes && {
      video: { index: video.index, encode },
      audio: audio && { index: audio.index, encode: { channels: Math.min(2, audio.channels) } },
      cut: trim && planCut(whole, trim),
      sizes,
      first,
    }
  );
}

/**
 * Decides how HDR is kept, in addition to SDR renditions. HEVC of phones is copied if it is within the limits of any
 * copy; everything else is encoded with AV1. Pure.
 * @param reencode a copy does not play
 * @returns null if the original has no HDR, or it cannot be kept
 */
export function planHighRange(
  whole: VideoProbe,
  tools: Pick<MediaTools, 'av1'>,
  { trim = null, reencode = false }: { trim?: Trim | null; reencode?: boolean } = {},
): HighRangePlan | null {
  const probe = trimmed(whole, trim);
  const { video, audio } = probe;
  if (!video || video.transfer === 'sdr') return null;
  const copied = !reencode && !trim && copiesHighRange(probe, video);
  if (!copied && !tools.av1) return null;
  const encode = planEncoding(video, LARGEST, { toneMapping: false, readsTableOnce: false });
  const source = sourceOf(probe, video);
  const shown = copied ? source.size : encode;
  const rates = highRangeRates(encode, source);
  const keyFrameEvery = Math.round(
    (encode.frameRate ?? video.frameRate ?? MAX_FRAME_RATE) * HIGH_RANGE_KEY_FRAME_SECONDS,
  );
  return {
    range: video.transfer === 'pq' ? 'PQ' : 'HLG',
    size: {
      name: `${Math.min(shown.width, shown.height)}-hdr`,
      width: shown.width,
      height: shown.height,
    },
    video: {
      index: video.index,
      copied,
      encode: { ...encode, tenBits: true, maxRate: rates.maxRate, transfer: video.transfer, keyFrameEvery },
    },
    audio: audio && {
      index: audio.index,
      encode: { channels: Math.min(2, audio.channels), bitRate: rates.audioRate },
    },
    cut: trim && planCut(whole, trim),
  };
}

/** Whether HDR devices can play the picture without encoding. */
function copiesHighRange(probe: VideoProbe, video: ProbedVideo): boolean {
  const isUpright = video.rotation % 90 === 0 && !video.mirrored;
  const plays = video.codec === 'hevc' && video.tenBits && isUpright;
  return plays && INDEXED.includes(probe.container) && fitsLimits(probe, video);
}

function firstOf(sizes: readonly PlannedSize[], video: ProbedVideo): PlannedSize | null {
  const below = (pixels: number) => sizes.find(({ width, height }) => width * height <= pixels) ?? null;
  const isSlow = video.codedWidth * video.codedHeight * (frameRateOf(video) ?? 0) >= SLOW_PIXEL_RATE;
  const small = isSlow ? below(SLOW_FIRST_PIXELS) : null;
  return small && small !== sizes.at(-1) ? small : (below(FIRST_PIXELS) ?? sizes.at(-1) ?? null);
}

function sourceOf({ sizeBytes, durationSeconds, audio }: VideoProbe, video: ProbedVideo): Source {
  return { size: displaySize(video), bytes: sizeBytes, seconds: durationSeconds, sound: audio !== null };
}

function planEncoding(video: ProbedVideo, bounds: Bounds, tools: ToneTools): VideoEncoding {
  const display = displaySize(video);
  const shrink = Math.min(
    1,
    bounds.long / Math.max(display.width, display.height),
    bounds.short / Math.min(display.width, display.height),
  );
  return {
    width: even(display.width * shrink),
    height: even(display.height * shrink),
    deinterlace: video.interlaced,
    frameRate: evenFrameRate(video),
    toneMap: planToneMap(video, tools),
  };
}

function planToneMap({ transfer, maxNits }: ProbedVideo, tools: ToneTools): ToneMap | null {
  if (transfer === 'sdr' || !tools.toneMapping) return null;
  const { readsTableOnce } = tools;
  return { transfer, readsTableOnce, peak: transfer === 'hlg' ? HLG_PEAK : (maxNits ?? USUAL_NITS) / PQ_WHITE_NITS };
}

/** Whether a picture is within the limits of delivered files: pixels, bit rate, frame rate, square pixels. */
function fitsLimits(probe: VideoProbe, video: ProbedVideo): boolean {
  const { width, height } = displaySize(video);
  const bitRate = probe.durationSeconds ? (probe.sizeBytes * 8) / probe.durationSeconds : 0;
  return (
    !video.interlaced &&
    Math.abs(video.pixelAspect - 1) < 0.01 &&
    Math.max(width, height) <= LARGEST.long &&
    Math.min(width, height) <= LARGEST.short &&
    bitRate <= MAX_BIT_RATE &&
    (frameRateOf(video) ?? 0) <= MAX_FRAME_RATE * 1.01
  );
}

/** The container in which browsers play this picture as a copy; null if there is none. */
function containerForCopy(probe: VideoProbe, video: ProbedVideo): 'mp4' | 'webm' | null {
  if (!video.plainPixels || video.transfer !== 'sdr' || !fitsLimits(probe, video)) return null;
  // Browsers apply rotation by quarter turns in MP4, but no rotation in WebM.
  if (video.codec === 'h264') return video.rotation % 90 === 0 ? 'mp4' : null;
  return ['vp8', 'vp9', 'av1'].includes(video.codec) && video.rotation === 0 && !video.mirrored ? 'webm' : null;
}

/** @param bitRate of encoded sound; null if sound cannot be encoded */
function planAudio(audio: ProbedAudio | null, container: 'mp4' | 'webm', bitRate: number | null): Preparation['audio'] {
  if (!audio) return null;
  const plays =
    container === 'webm'
      ? // The header of Vorbis may contain text about its origin.
        audio.codec === 'opus' || (audio.codec === 'vorbis' && bitRate === null)
      : ['mp3', 'opus'].includes(audio.codec) ||
        (audio.codec === 'aac' && ['LC', 'HE-AAC', 'HE-AACv2', null].includes(audio.profile));
  // Surround sound plays, but dialogue is inaudible on a phone's speaker: mix to two channels if possible.
  const copy = plays && (audio.channels <= 2 || bitRate === null);
  return { index: audio.index, encode: copy ? null : { channels: Math.min(2, audio.channels), bitRate: bitRate ?? 0 } };
}

function frameRateOf(video: ProbedVideo): number | null {
  return video.frameRate !== null && video.frameRate <= HIGHEST_CREDIBLE_FRAME_RATE ? video.frameRate : null;
}

/** A common constant frame rate of at most 60 that drops no frame, for a variable or very high frame rate. */
function evenFrameRate(video: ProbedVideo): number | null {
  // A single frame has no rate, and a constant rate would drop it.
  if (video.frameRate === null) return null;
  const rate = frameRateOf(video);
  if (rate === null) return 30;
  if (video.constantFrameRate && rate <= MAX_FRAME_RATE * 1.01) return null;
  return [24, 25, 30, 50].find((usual) => usual >= rate * 0.99) ?? MAX_FRAME_RATE;
}

/** H.264 with 4:2:0 needs even sides; rounding down never enlarges a picture. */
function even(pixels: number): number {
  return Math.max(2, Math.floor(pixels / 2) * 2);
}
