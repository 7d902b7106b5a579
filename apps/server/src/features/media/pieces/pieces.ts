import type { Span } from '../../videos/pieces.service.ts';
import { KEY_FRAME_SECONDS, QUICK_START_SECONDS } from '../encode/ffmpeg-args.ts';
import { INDEXED, type VideoEncoding } from '../encode/plan.ts';
import type { VideoProbe } from '../probe/probe.ts';
import { BUFFER_SECONDS, type Rates, type Size } from '../probe/rates.ts';

/** A shorter film is encoded as a whole: it would be ready little sooner. */
const MIN_FILM_SECONDS = 120;

/** Seconds of a piece, if that does not make too many. Each costs a start in the middle of a film. */
const PIECE_SECONDS = 60;

/** So many pieces keep as many workers busy. Two hours have pieces of less than four minutes. */
const MAX_PIECES = 32;

/** How a piece is encoded: in every worker the same. */
export interface PieceOrder {
  track: number | null;
  encode: VideoEncoding;
  /** Frames per second of the result. */
  frameRate: number;
  sizes: (Size & Pick<Rates, 'maxRate'>)[];
  /** Nobody waits for it. */
  background: boolean;
}

/** What every worker needs to encode a piece of a film, as JSON in the row of its split. */
export interface PiecePlan {
  order: PieceOrder;
  /** Length of the film. */
  seconds: number;
  pieces: number;
}

/** By so many seconds, what is said at the beginning of a film may differ from its real length. */
const NEAR_SECONDS = 1;

/**
 * Whether pieces that were encoded by one plan are right for the other: by the same, or by one that was made when the length of the film,
 * and with it the rate, was only nearly known. Pure.
 */
export function isSamePlan(one: PiecePlan, other: PiecePlan): boolean {
  const isNear = Math.abs(one.seconds - other.seconds) <= NEAR_SECONDS && one.pieces === other.pieces;
  return isNear && withoutRates(one.order) === withoutRates(other.order);
}

function withoutRates(order: PieceOrder): string {
  return JSON.stringify(order, (key, value) => (key === 'maxRate' ? undefined : value));
}

/**
 * Splits a film where all its sizes have a key frame. Together the pieces are the film: each begins where the one before ends.
 * Pure.
 * @param seconds length of the film @param workers how many are alive
 * @returns null if it is encoded as a whole: one worker alone would only have more work
 */
export function planPieces(seconds: number | null, workers: number): Span[] | null {
  if (seconds === null || !(seconds >= MIN_FILM_SECONDS) || workers < 2) return null;
  const length = KEY_FRAME_SECONDS * Math.ceil(Math.max(PIECE_SECONDS, seconds / MAX_PIECES) / KEY_FRAME_SECONDS);
  // What is left for the last piece is at least half of one.
  const count = Math.max(2, Math.min(MAX_PIECES, Math.round(seconds / length)));
  const starts = Array.from({ length: count }, (_, i) => (i === 0 ? 0 : QUICK_START_SECONDS + i * length));
  return starts.map((start, i) => ({ starts: start, ends: starts[i + 1] ?? null }));
}

/** All pieces of a film, however many workers there are; null if it is too short. Pure. @param seconds its length */
export function planFilm(order: PieceOrder, seconds: number): { plan: PiecePlan; spans: Span[] } | null {
  const spans = planPieces(seconds, Number.POSITIVE_INFINITY);
  return spans && { plan: { order, seconds, pieces: spans.length }, spans };
}

/** What every piece of a film needs to know; null if the film cannot be split. Pure. */
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
 * The maximum rate of each piece, so that the film has at most as many bytes as if it were encoded as a whole: an encoder may use
 * its buffer once, and each piece has an encoder of its own. Pure.
 */
export function rateOfPiece(maxRate: number, seconds: number, pieces: number): number {
  return Math.floor((maxRate * (seconds + BUFFER_SECONDS)) / (seconds + BUFFER_SECONDS * pieces));
}
