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

/** The playback file is the largest rendition of at most so many pixels, so that a long video can be watched soon: 720p and alike. */
const FIRST_PIXELS = 1_100_000;

/** If only decoding takes about as long as the video, with more pixels per second than this, it has fewer: 480p and alike. */
const SLOW_PIXEL_RATE = 3840 * 2160 * 24;
const SLOW_FIRST_PIXELS = 420_000;

/** Pixels of the source for each of the result: from a third of the sides on, the mean of an area is as similar to the original as the usual scaler (docs/performance.md). */
const MEAN_PIXEL_RATIO = 9;

/**
 * Short sides of the renditions; a picture smaller than the largest begins with its own size. The smallest plays without
 * a pause at 400 kbit/s.
 */
const SHORT_SIDES = [1080, 720, 480, 240];

/** A rendition this close to the next larger one is not worth its space: ratio of the short sides. */
const NEAR_DUPLICATE = 0.8;

/** Videos shorter than two segments get no renditions. */
const MIN_ADAPTIVE_SECONDS = 8;

/** Bits per second that a phone with a mobile connection can play; a higher rate is encoded again. */
const MAX_BIT_RATE = 12_000_000;

/** Maximum frames per second of a playback file. */
const MAX_FRAME_RATE = 60;

/** Seconds between the key frames of an encoded picture of high dynamic range. */
const HIGH_RANGE_KEY_FRAME_SECONDS = 4;

/** A frame rate above this is the clock of a container (1000 in a browser's recording), not of a camera. */
const HIGHEST_CREDIBLE_FRAME_RATE = 480;

/** Brightness of white in the result, in cd/m² (ITU-R BT.2408). */
export const WHITE_NITS = 203;

/**
 * The brightest light of HLG, and of PQ if the file does not say it, in cd/m². White is darker (ITU-R BT.2408, and ffmpeg for PQ):
 * without a peak, HLG never becomes white.
 */
const USUAL_NITS = 1000;
const HLG_PEAK = USUAL_NITS / WHITE_NITS;
const PQ_WHITE_NITS = 100;

/** How a picture is encoded. ffmpeg applies the rotation before. */
export interface VideoEncoding {
  /** Pixels, square, upright, even. */
  width: number;
  height: number;
  deinterlace: boolean;
  /** Constant frame rate; null leaves the frames as they are. */
  frameRate: number | null;
  /** High dynamic range to convert to the range of every screen. */
  toneMap: ToneMap | null;
  /** Keeps 10 bits, for high dynamic range that stays as it is. */
  tenBits?: boolean;
  /** The picture becomes so much smaller that each pixel is the mean of an area: as good as the usual way, and faster. */
  isMean?: boolean;
}

export interface ToneMap {
  transfer: 'pq' | 'hlg';
  /** The brightest light, which becomes white, of the brightness of ordinary white. */
  peak: number;
  readsTableOnce: boolean;
}

export interface AudioEncoding {
  channels: number;
  /** Bits per second of AAC. */
  bitRate: number;
}

/** How nothing but a part of a file is read. */
export interface Cut {
  /** Reading begins so many seconds after the start of the file, earlier than the part. */
  seek: number;
  /** The part, in seconds after `seek`. */
  start: number;
  end: number;
  /** The first packet of the picture that is left out again has this time of decoding; null if none follows, or it is encoded. */
  decodedUntil: number | null;
}

/** How a file is converted so that a plain `<video>` plays it everywhere. */
export type Plan =
  | { kind: 'reject'; failure: VideoFailure }
  | {
      kind: 'prepare';
      container: 'mp4' | 'webm';
      /** The playback file is one of the renditions as well. */
      isRendition: boolean;
      /** `codec`: ffmpeg's name of that of the file. */
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
  /** The one of the sizes that the playback file is; null if that is another file. */
  first: PlannedSize | null;
}

type PlannedSize = RenditionSize & Rates;

/** As a playlist names it (RFC 8216bis, VIDEO-RANGE). */
export type HighRange = 'PQ' | 'HLG';

export interface RenditionSize extends Size {
  /** Its short side in pixels, part of its URL: "720", or "720-hdr". */
  name: string;
}

/** The rendition for screens that show high dynamic range. */
export interface HighRangePlan {
  range: HighRange;
  /** Its name ends with "-hdr"; as shown, upright. */
  size: RenditionSize;
  video: {
    index: number | null;
    /** HEVC, as phones film it. */
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
  /** Encode the picture even if it could be copied, because the copy does not play. */
  reencode?: boolean;
  /** Only this part is delivered. */
  trim?: Trim | null | undefined;
  /** How the part can be copied; null if it must be encoded. Nothing before or after it may be in the copy. */
  copyCut?: Cut | null | undefined;
}

/**
 * Decides how a file is converted. Streams that browsers can play are copied into a new container with nothing but
 * picture and sound; everything else becomes H.264 and AAC in MP4. Pure.
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
  const isMean = video.codedWidth * video.codedHeight >= MEAN_PIXEL_RATIO * width * height;
  const encode = { ...largest, width, height, ...(isMean && { isMean }) };
  return {
    kind: 'prepare',
    container: 'mp4',
    isRendition: first !== null,
    video: { index: video.index, codec: video.codec, encode: { ...encode, maxRate } },
    audio: audio && { index: audio.index, encode: { channels: Math.min(2, audio.channels), bitRate: audioRate } },
    cut: trim && planCut(whole, trim),
  };
}

/** Containers with an index of their key frames: only there reading begins with exactly the frame that it should. */
export const INDEXED: readonly Container[] = ['mp4', 'mov', '3gp', 'webm', 'mkv'];

/** Decoding begins so many seconds before a part of a file, so that its first frame has what it refers to. */
const BEFORE_SECONDS = 1;

/** How a part of a file is encoded: without an index, the file is decoded from its start. */
function planCut({ container }: VideoProbe, { start, end }: Trim): Cut {
  const seek = INDEXED.includes(container) ? Math.max(0, start - BEFORE_SECONDS) : 0;
  return { seek, start: start - seek, end: end - seek, decodedUntil: null };
}

/** What is known of a part of a video, as if it were all of it. */
export function trimmed(probe: VideoProbe, trim: Trim | null): VideoProbe {
  if (!trim) return probe;
  const durationSeconds = trim.end - trim.start;
  const share = probe.durationSeconds ? Math.min(1, durationSeconds / probe.durationSeconds) : 1;
  return { ...probe, durationSeconds, sizeBytes: Math.ceil(probe.sizeBytes * share) };
}

/** Whether the picture of a file plays as it is. Pure. */
export function isCopied(probe: VideoProbe, tools: Pick<MediaTools, 'opus'> | null): boolean {
  return planCopy(probe, tools) !== null;
}

/** The copy of a file that plays without encoding its picture; null if there is none. */
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
   * The playback file is WebM, which older iPhones and televisions do not play: there is at least one rendition, also if it
   * is larger than the original.
   */
  needsH264?: boolean | undefined;
  /** The playback file is encoded to be one of the renditions as well. */
  isRendition?: boolean | undefined;
  /** Bytes of the playback file, if it is not. */
  playbackBytes?: number | undefined;
  /** Only this part is delivered. */
  trim?: Trim | null | undefined;
}

/** Whether a playback file of so many seconds can have renditions beside it. A quick answer, before the original is read. Pure. */
export function mayHaveRenditions(playsSeconds: number, { needsH264 = false }: RenditionsOptions): boolean {
  return needsH264 || playsSeconds >= MIN_ADAPTIVE_SECONDS - 0.5;
}

/**
 * Decides which renditions a video gets. What we encode, with the playback file unless it is a copy, has at most as many bytes
 * as the original. Pure.
 * @returns null if the playback file is enough: the video is short or small, or its file has so few bytes that a further
 *   size would not look good
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
  // The smallest alone is too little to begin with: one size then, as good as possible.
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
 * Decides how high dynamic range is kept, beside renditions that everybody can see. What phones film is copied if it is
 * within the limits of any copy; everything else is encoded with AV1. Pure.
 * @param reencode a copy does not play
 * @returns null if there is none to keep, or no way to
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

/** Whether screens with high dynamic range play a picture as it is. */
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

/** Whether a picture has no more pixels, bits and frames than what is delivered may have, and square pixels. */
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

/** The container in which browsers play this picture without encoding; null if there is none. */
function containerForCopy(probe: VideoProbe, video: ProbedVideo): 'mp4' | 'webm' | null {
  if (!video.plainPixels || video.transfer !== 'sdr' || !fitsLimits(probe, video)) return null;
  // Browsers apply the rotation of MP4, in quarter turns, but not that of WebM.
  if (video.codec === 'h264') return video.rotation % 90 === 0 ? 'mp4' : null;
  return ['vp8', 'vp9', 'av1'].includes(video.codec) && video.rotation === 0 && !video.mirrored ? 'webm' : null;
}

/** @param bitRate of encoded sound; null if it cannot be encoded */
function planAudio(audio: ProbedAudio | null, container: 'mp4' | 'webm', bitRate: number | null): Preparation['audio'] {
  if (!audio) return null;
  const plays =
    container === 'webm'
      ? // The header of Vorbis has a text about where it comes from.
        audio.codec === 'opus' || (audio.codec === 'vorbis' && bitRate === null)
      : ['mp3', 'opus'].includes(audio.codec) ||
        (audio.codec === 'aac' && ['LC', 'HE-AAC', 'HE-AACv2', null].includes(audio.profile));
  // Surround sound plays, but dialogue is lost on a phone's speaker: two channels if we can make them.
  const copy = plays && (audio.channels <= 2 || bitRate === null);
  return { index: audio.index, encode: copy ? null : { channels: Math.min(2, audio.channels), bitRate: bitRate ?? 0 } };
}

function frameRateOf(video: ProbedVideo): number | null {
  return video.frameRate !== null && video.frameRate <= HIGHEST_CREDIBLE_FRAME_RATE ? video.frameRate : null;
}

/** A usual rate that loses no frame, at most 60, for a variable or very high frame rate. */
function evenFrameRate(video: ProbedVideo): number | null {
  // A single frame has no rate. A constant one would drop it.
  if (video.frameRate === null) return null;
  const rate = frameRateOf(video);
  if (rate === null) return 30;
  if (video.constantFrameRate && rate <= MAX_FRAME_RATE * 1.01) return null;
  return [24, 25, 30, 50].find((usual) => usual >= rate * 0.99) ?? MAX_FRAME_RATE;
}

/** H.264 with 4:2:0 needs even sides; rounding down never makes a picture larger. */
function even(pixels: number): number {
  return Math.max(2, Math.floor(pixels / 2) * 2);
}
