import { dirname } from 'node:path';
import * as z from 'zod';
import { isFailureOfFile, runFfmpeg, runFfprobe, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { StorageMissingError } from '../../../platform/storage/storage.ts';
import type { Span } from '../../videos/pieces.service.ts';
import { encodingTimeout, largestEncoding } from '../encode/encoding-limits.ts';
import { DifferentHeaderError } from './nut-files.ts';
import { pieceArgs } from './piece-args.ts';
import { type PiecePlan, rateOfPiece } from './pieces.ts';

/** A chunk has other first or last frames than planned, so the video cannot be encoded in chunks. */
class UnevenPieceError extends Error {}

/** Whether encoding in chunks has failed, so the video must be encoded as a whole. */
export function isFailureOfPieces(error: unknown): boolean {
  const isUnusable = error instanceof UnevenPieceError || error instanceof DifferentHeaderError;
  return isUnusable || error instanceof StorageMissingError || isFailureOfFile(error);
}

export interface EncodePieceOptions {
  tools: MediaTools;
  sourceBytes: number;
  signal: AbortSignal;
  /** Called with the encoded seconds of the chunk. */
  onProgress?: (seconds: number) => void;
}

/**
 * Encodes the picture of a chunk into a NUT file, and checks its first and last frame.
 * @param input the original: absolute path, in its own folder
 * @param output absolute path
 * @throws UnevenPieceError, or as runFfmpeg
 */
export async function encodePiece(
  { order, seconds, pieces }: PiecePlan,
  span: Span,
  input: string,
  output: string,
  { tools, sourceBytes, signal, onProgress = () => {} }: EncodePieceOptions,
): Promise<void> {
  const sizes = order.sizes.map((size) => ({ ...size, maxRate: rateOfPiece(size.maxRate, seconds, pieces) }));
  const length = (span.ends ?? seconds) - span.starts;
  const limits = {
    folder: dirname(input),
    writes: dirname(output),
    timeoutMs: encodingTimeout(length * sizes.length),
    maxFileBytes: largestEncoding(sourceBytes, seconds),
    background: order.background,
    signal,
  };
  await runFfmpeg(tools, pieceArgs({ ...order, sizes }, span, seconds, input, output), limits, (at) =>
    onProgress(Math.max(0, Math.min(length, at - span.starts))),
  );
  await checkPiece(tools, output, span, order.frameRate, signal);
}

const shownPackets = z.object({ packets: z.array(z.object({ pts_time: z.coerce.number() })) });

/** Time limit for reading a chunk, in milliseconds. */
const CHECK_TIMEOUT_MS = 60_000;

async function checkPiece(
  tools: MediaTools,
  path: string,
  { starts, ends }: Span,
  frameRate: number,
  signal: AbortSignal,
): Promise<void> {
  const args = [
    ...['-protocol_whitelist', 'file', '-format_whitelist', 'nut', '-codec_whitelist', 'h264'],
    ...['-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-of', 'json', '-i', `file:${path}`],
  ];
  const found = await runFfprobe(tools, args, { folder: dirname(path), timeoutMs: CHECK_TIMEOUT_MS, signal });
  const { packets } = shownPackets.parse(JSON.parse(found));
  const [first, last] = [packets[0]?.pts_time, packets.at(-1)?.pts_time];
  const near = 1.5 / frameRate;
  const begins = first !== undefined && first >= starts - 0.001 && first < starts + near;
  const continues = last !== undefined && (ends === null || (last < ends && last >= ends - near));
  if (begins && continues) return;
  throw new UnevenPieceError(`a chunk from ${starts} to ${ends ?? 'the end'} has frames from ${first} to ${last}`);
}

const shownFormat = z.object({ format: z.object({ start_time: z.coerce.number().catch(0) }) });

/** The first timestamp of a file, in seconds. @param path absolute, in its own folder */
export async function startOf(tools: MediaTools, path: string, signal?: AbortSignal): Promise<number> {
  const args = ['-show_entries', 'format=start_time', '-of', 'json', ...safeInput(path)];
  const limits = { folder: dirname(path), timeoutMs: CHECK_TIMEOUT_MS, signal };
  return shownFormat.parse(JSON.parse(await runFfprobe(tools, args, limits))).format.start_time;
}
