/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Maximum bits per second of picture and sound of an encoded size. */
export interface Rates {
  maxRate: number;
  /** 0 without sound. */
  audioRate: number;
}

/** The source of the encoded sizes. */
export interface Source {
  /** As shown: upright, square pixels. */
  size: Size;
  bytes: number;
  /** Null if unknown: then the bit rate is unknown too. */
  seconds: number | null;
  sound: boolean;
}

/** A rendition with at most this many pixels is for slow connections: 240 pixels high, of any width. */
const SMALLEST_PIXELS = 640 * 240;

/** Maximum bits per second of a picture by number of pixels; measured to look good with our preset. */
const HIGHEST_RATES = [
  { pixels: SMALLEST_PIXELS, rate: 250_000 },
  { pixels: 854 * 480, rate: 1_500_000 },
  { pixels: 1280 * 720, rate: 3_000_000 },
  { pixels: Number.POSITIVE_INFINITY, rate: 6_000_000 },
];

/** Below this share of its maximum rate, a size looks worse than the next smaller size. */
const LOWEST_SHARE = 1 / 3;

/** Simple pictures need fewer bits: this share of the source's rate for as many pixels is also enough. */
const LOWEST_SHARE_OF_SOURCE = 1 / 2;

/** Exponent of the relation of pixels to bit rate: half the pixels need more than half the bits. */
const PIXELS_TO_RATE = 0.75;

/** Bits per second of AAC: minimum and maximum. In between a tenth of the source. */
const LOWEST_AUDIO_RATE = 64_000;
const HIGHEST_AUDIO_RATE = 160_000;

/** Encoder buffer (`-bufsize`) in seconds of the maximum rate; a whole file may exceed its rate by this much. */
export const BUFFER_SECONDS = 2;

/** Container overhead of MP4 in bits per second, measured with 60 frames per second. */
const CONTAINER_RATE = 12_000;

/**
 * Rates of the playback file: at most the source's rate for as many pixels, since more adds no quality, but enough to
 * look good if the source uses a more efficient codec than H.264.
 */
export function playbackRates(size: Size, source: Source): Rates {
  const lowest = highestRate(size) * LOWEST_SHARE;
  return { maxRate: Math.round(Math.max(lowest, worth(size, source))), audioRate: audioRate(size, source) };
}

/**
 * Rates of the HDR rendition: AV1 needs about half the bits of H.264, so at most half of the source's rate for as many
 * pixels.
 */
export function highRangeRates(size: Size, source: Source): Rates {
  const half = (sourceRate(source) * Math.min(1, ratio(size, source.size))) / 2;
  return { maxRate: Math.round(Math.min(highestRate(size), half)), audioRate: audioRate(size, source) };
}

/** Maximum size in bytes of a file with these rates. */
export function ceilingBytes({ maxRate, audioRate }: Rates, seconds: number): number {
  return Math.ceil(((maxRate + audioRate + CONTAINER_RATE) * (seconds + BUFFER_SECONDS)) / 8);
}

/**
 * Distributes a budget of bytes among sizes. If the rates would be too low to look good, sizes between the largest and
 * the smallest are dropped, larger ones first.
 * @param sizes largest first, at least two
 * @param budget bytes
 * @returns the remaining sizes; null if not even the largest and the smallest look good
 */
export function affordableSizes<T extends Size>(
  sizes: readonly T[],
  source: Source & { seconds: number },
  budget: number,
): (T & Rates)[] | null {
  const [largest, ...rest] = sizes;
  for (let from = 0; largest && from < rest.length; from += 1) {
    const some = withRates([largest, ...rest.slice(from)], source, budget);
    if (some.every((size) => size.maxRate >= lowestRate(size, source))) return some;
  }
  return null;
}

function withRates<T extends Size>(
  sizes: readonly T[],
  source: Source & { seconds: number },
  budget: number,
): (T & Rates)[] {
  const wanted: (T & Rates)[] = [];
  for (const size of sizes) {
    const larger = wanted.at(-1);
    // Two sizes may have the same maximum rate. The smaller one must also have clearly fewer bytes.
    const below = larger ? larger.maxRate * ratio(size, larger) : Number.POSITIVE_INFINITY;
    wanted.push({ ...size, maxRate: Math.min(worth(size, source), below), audioRate: audioRate(size, source) });
  }
  const available = (budget * 8) / (source.seconds + BUFFER_SECONDS);
  const others = sum(wanted.map((size) => size.audioRate + CONTAINER_RATE));
  const scale = Math.min(1, Math.max(0, available - others) / sum(wanted.map((size) => size.maxRate)));
  return wanted.map((size) => ({ ...size, maxRate: Math.floor(size.maxRate * scale) }));
}

/** The highest useful rate of a size of this source. */
function worth(size: Size, source: Source): number {
  return Math.min(highestRate(size), sourceRate(source) * Math.min(1, ratio(size, source.size)));
}

function lowestRate(size: Size, source: Source): number {
  return Math.min(highestRate(size) * LOWEST_SHARE, worth(size, source) * LOWEST_SHARE_OF_SOURCE);
}

function audioRate(size: Size, source: Source): number {
  if (!source.sound) return 0;
  if (pixels(size) <= SMALLEST_PIXELS) return LOWEST_AUDIO_RATE;
  return Math.round(Math.min(HIGHEST_AUDIO_RATE, Math.max(LOWEST_AUDIO_RATE, sourceRate(source) / 10)));
}

function highestRate(size: Size): number {
  return HIGHEST_RATES.find((one) => pixels(size) <= one.pixels)?.rate ?? 0;
}

function sourceRate({ bytes, seconds }: Source): number {
  return seconds ? (bytes * 8) / seconds : Number.POSITIVE_INFINITY;
}

/** The ratio of the bit rates that two picture sizes need. */
function ratio(size: Size, other: Size): number {
  return (pixels(size) / pixels(other)) ** PIXELS_TO_RATE;
}

function pixels({ width, height }: Size): number {
  return width * height;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
