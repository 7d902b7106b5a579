import type { Span } from '../../videos/pieces.service.ts';
import { KEY_FRAME_SECONDS, QUICK_START_SECONDS } from '../encode/ffmpeg-args.ts';
import { INDEXED, type VideoEncoding } from '../encode/plan.ts';
import type { VideoProbe } from '../probe/probe.ts';
import { BUFFER_SECONDS, type Rates, type Size } from '../probe/rates.ts';

/** Shorter videos are encoded as a whole: chunks would save little time. */
const MIN_FILM_SECONDS = 120;

/**
 * Preferred duration of a chunk in seconds; longer if there would be more than MAX_PIECES. Each chunk has to decode a
 * little before its start.
 */
const PIECE_SECONDS = 60;

/**
 * Maximum number of chunks, and so of workers that can help. Chunks of a two-hour video have less than four minutes.
 */
const MAX_PIECES = 32;

/** How a chunk is encoded; the same in every worker. */
export interface PieceOrder {
  track: number | null;
  encode: VideoEncoding;
  /** Frames per second of the result. */
  frameRate: number;
  sizes: (Size & Pick<Rates, 'maxRate'>)[];
  /** Encode with low priority, because nobody waits for it. */
  background: boolean;
}

/** What a worker needs to encode a chunk; stored as JSON in the row of the split. */
export interface PiecePlan {
  order: PieceOrder;
  /** Duration of the video. */
  seconds: number;
  pieces: number;
}

/** Maximum error of the duration declared at the beginning of a file, in seconds. */
const NEAR_SECONDS = 1;

/**
 * Whether chunks encoded with one plan can be used for the other: the plans are equal, or differ only in the duration
 * (within NEAR_SECONDS) and the bit rate that depends on it. Pure.
 */
export function isSamePlan(one: PiecePlan, other: PiecePlan): boolean {
  const isNear = Math.abs(one.seconds - other.seconds) <= NEAR_SECONDS && one.pieces === other.pieces;
  return isNear && withoutRates(one.order) === withoutRates(other.order);
}

function withoutRates(order: PieceOrder): string {
  return JSON.stringify(order, (key, value) => (key === 'maxRate' ? undefined : value));
}

/**
 * Splits a video at times where all its sizes have a key frame. Each chunk starts where the previous one ends. Pure.
 * @param seconds duration of the video
 * @param workers number of running workers
 * @returns null if it should be encoded as a whole: chunks are more work for a single worker
 */
export function planPieces(seconds: number | null, workers: number): Span[] | null {
  if (seconds === null || !(seconds >= MIN_FILM_SECONDS) || workers < 2) return null;
  const length = KEY_FRAME_SECONDS * Math.ceil(Math.max(PIECE_SECONDS, seconds / MAX_PIECES) / KEY_FRAME_SECONDS);
  // The last chunk has at least half the length of the others.
  const count = Math.max(2, Math.min(MAX_PIECES, Math.round(seconds / length)));
  const starts = Array.from({ length: count }, (_, i) => (i === 0 ? 0 : QUICK_START_SECONDS + i * length));
  return starts.map((start, i) => ({ starts: start, ends: starts[i + 1] ?? null }));
}

/**
 * All chunks of a video, independent of the number of workers; null if it is too short. Pure.
 * @param seconds its duration
 */
export function planAllPieces(order: PieceOrder, seconds: number): { plan: PiecePlan; spans: Span[] } | null {
  const spans = planPieces(seconds, Number.POSITIVE_INFINITY);
  return spans && { plan: { order, seconds, pieces: spans.length }, spans };
}

/** The encoding settings of all chunks; null if the video cannot be split. Pure. */
export function pieceOrder(
  { container, video, durationSeconds }: VideoProbe,
  encode: VideoEncoding,
  sizes: readonly (Size & Pick<Rates, 'maxRate'>)[],
  { background }: Pick<PieceOrder, 'background'>,
): PieceOrder | null {
  const frameRate = encode.frameRate ?? video?.frameRate ?? null;
  if (!video || video.index === null || !frameRate || durationSeconds === null || !INDEXED.includes(container))
    return null;
  return {
    track: video.index,
    encode,
    frameRate,
    sizes: sizes.map(({ width, height, maxRate }) => ({ width, height, maxRate })),
    background,
  };
}

/**
 * Maximum bit rate of each chunk, so that the whole video has at most as many bytes as if encoded at once: each chunk
 * has its own encoder, which may exceed the rate by its buffer. Pure.
 */
export function rateOfPiece(maxRate: number, seconds: number, pieces: number): number {
  return Math.floor((maxRate * (seconds + BUFFER_SECONDS)) / (seconds + BUFFER_SECONDS * pieces));
}
