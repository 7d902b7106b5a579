import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SplitKind } from '../../../platform/db/tables.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { countWorkers } from '../../../platform/jobs/workers.ts';
import { abandonSplit, beginSplit, listPieces, type Span } from '../../videos/pieces.service.ts';
import type { ProcessingVideo } from '../../videos/video-lifecycle.ts';
import { encodePiece, isFailureOfPieces } from './encode-piece.ts';
import { nutJoiner } from './nut-files.ts';
import { isSamePlan, type PieceOrder, type PiecePlan, planAllPieces, planPieces } from './pieces.ts';
import { storePiece } from './store-piece.ts';

/** Polling intervals in milliseconds: of the chunks, and of the file of the chunk that is encoded here. */
const PIECES_INTERVAL_MS = 500;
const FILE_INTERVAL_MS = 100;

/** Read buffer size in bytes. */
const READ_BYTES = 256 * 1024;

/** The chunks were discarded. The next attempt encodes the video as a whole. */
export class PiecesGivenUpError extends Error {}

interface ChunkedSource {
  order: PieceOrder;
  /** Its duration. */
  seconds: number;
  /** The original: absolute path, in its own folder. */
  input: string;
  sourceBytes: number;
  tools: MediaTools;
}

/** A video whose picture is being encoded in chunks. */
export interface ChunkedEncoding {
  /**
   * All chunks, joined, each as soon as it is available, as input of a tool.
   * @param onProgress called with the encoded share, 0 to 1
   */
  read(onProgress: (share: number) => void): (ended: AbortSignal) => AsyncIterable<Buffer>;
  /** Discards the chunks. @throws PiecesGivenUpError */
  giveUp(cause: unknown): Promise<never>;
}

/** Starts or resumes encoding a picture in chunks. @returns null if it should be encoded as a whole */
export type ChunkedEncoder = (source: ChunkedSource) => Promise<ChunkedEncoding | null>;

type JoinDeps = Pick<Deps, 'db' | 'jobs' | 'storage' | 'log'>;

interface JoinAttempt {
  video: ProcessingVideo;
  kind: SplitKind;
  /** Estimated work per second of video, in seconds. */
  workPerSecond: number;
  /** Staging folder; the caller removes it. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Encodes a video in chunks for one attempt of a job: this process encodes the first chunk, separate jobs the others.
 */
export function createChunkedEncoder(deps: JoinDeps, attempt: JoinAttempt): ChunkedEncoder {
  const { video, kind, workPerSecond } = attempt;
  return async (source) => {
    const { order, seconds } = source;
    const planned = planAllPieces(order, seconds);
    if (!planned) return null;
    const { plan, spans } = planned;
    const isWorthIt = planPieces(seconds, await countWorkers(deps.db)) !== null;
    const isSame = (begun: string) => isSamePlan(JSON.parse(begun), plan);
    const begun = await beginSplit(deps, video, {
      kind,
      workPerSecond,
      plan: JSON.stringify(plan),
      isSame,
      spans: isWorthIt ? spans : null,
    });
    if (!begun) return null;
    const split = { ...source, splitId: begun.id, plan: JSON.parse(begun.plan) as PiecePlan };
    return {
      read: (onProgress) => (ended) => readPieces(deps, attempt, split, onProgress, ended),
      giveUp: (cause) => giveUp(deps, begun.id, cause),
    };
  };
}

async function giveUp({ db, log }: JoinDeps, splitId: string, cause: unknown): Promise<never> {
  await abandonSplit(db, splitId);
  log.warn({ err: cause }, 'chunks discarded, the video is encoded as a whole');
  throw new PiecesGivenUpError('the chunks were discarded', { cause });
}

interface Split extends ChunkedSource {
  splitId: string;
  plan: PiecePlan;
}

/** The chunks in order, each as soon as it is available; the first one while this process encodes it. */
async function* readPieces(
  deps: JoinDeps,
  attempt: JoinAttempt,
  split: Split,
  onProgress: (share: number) => void,
  toolEnded: AbortSignal,
): AsyncGenerator<Buffer> {
  const { splitId } = split;
  const ended = new AbortController();
  const signal = AbortSignal.any([attempt.signal, toolEnded, ended.signal]);
  const next = nutJoiner();
  let pieces = await listPieces(deps.db, splitId);
  let here = 0;
  const report = () => {
    const done = pieces.map(({ number, seconds_done }) => (number === 0 ? Math.max(here, seconds_done) : seconds_done));
    onProgress(Math.min(1, done.reduce((sum, one) => sum + one, 0) / split.seconds));
  };
  const look = async () => {
    pieces = await listPieces(deps.db, splitId);
    report();
  };
  try {
    for (let number = 0; number === 0 || number < pieces.length; number += 1) {
      while (number > 0 && pieces[number]?.key === null) {
        await delay(PIECES_INTERVAL_MS, undefined, { signal });
        await look();
      }
      const piece = pieces[number];
      if (!piece) throw new PiecesGivenUpError('the chunks were discarded');
      if (piece.key !== null) yield* next(await deps.storage.open(piece.key));
      else {
        const onHere = (seconds: number) => {
          here = seconds;
          report();
        };
        yield* next(encodeHere(deps, attempt, split, piece, signal, onHere));
        await look();
      }
    }
  } catch (error) {
    if (isFailureOfPieces(error) && !signal.aborted) await giveUp(deps, splitId, error);
    throw error;
  } finally {
    ended.abort();
  }
}

/** Encodes the first chunk, yields its bytes while they are written, and stores it for a later attempt. */
async function* encodeHere(
  deps: JoinDeps,
  { video, folder }: JoinAttempt,
  { splitId, plan, input, tools, sourceBytes }: Split,
  span: Span,
  signal: AbortSignal,
  onProgress: (seconds: number) => void,
): AsyncGenerator<Buffer> {
  const path = join(folder, 'piece.nut');
  const unread = new AbortController();
  const options = { tools, sourceBytes, signal: AbortSignal.any([signal, unread.signal]), onProgress };
  let isOver = false;
  const encoding = encodePiece(plan, span, input, path, options).finally(() => {
    isOver = true;
  });
  // Awaited below; this handler prevents an unhandled rejection until then.
  encoding.catch(() => {});
  try {
    yield* followFile(path, () => isOver, signal);
  } finally {
    // The consumer may remove the folder when it stops reading, so the encoder must end first.
    if (!isOver) unread.abort();
    await encoding.catch(() => {});
  }
  await encoding;
  await storePiece(deps, video.videoId, plan, { ...span, splitId, number: 0, path }, signal);
}

/** The bytes of a growing file. @param isOver whether it is complete */
async function* followFile(path: string, isOver: () => boolean, signal: AbortSignal): AsyncGenerator<Buffer> {
  let position = 0;
  for (;;) {
    const over = isOver();
    const file = await open(path, 'r').catch(() => null);
    try {
      while (file) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file?.close();
    }
    if (over) return;
    await delay(FILE_INTERVAL_MS, undefined, { signal });
  }
}
