import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Deps } from '../../../platform/deps.ts';
import { isFailureOfFile, runFfprobe, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { beginEarlySplit, findEarlyPiece, findEarlySplit } from '../../videos/early-pieces.service.ts';
import { abandonSplit, type Span } from '../../videos/pieces.service.ts';
import { planPreparation } from '../encode/plan.ts';
import { probeBeginning, type VideoProbe } from '../probe/probe.ts';
import { UnusableVideoError } from '../probe/unusable-video-error.ts';
import { encodePiece, isFailureOfPieces, startOf } from './encode-piece.ts';
import { type PieceOrder, type PiecePlan, pieceOrder, planAllPieces } from './pieces.ts';
import { storePiece } from './store-piece.ts';

/** A partial upload of a video. */
export interface ArrivingUpload {
  uploadId: string;
  /** Size of the complete file in bytes. */
  size: number;
  /** The received bytes: absolute path, in its own folder. */
  path: string;
  /** Staging folder; the caller removes it. */
  folder: string;
}

type EarlyDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'log'>;

/**
 * Encodes the next chunk of an unfinished upload, if the file has enough bytes for it, with the settings of the later
 * preparation. Low CPU priority, because nobody waits for the result.
 * @returns whether another chunk may be available
 */
export async function encodeEarlyPiece(
  deps: EarlyDeps,
  tools: MediaTools,
  upload: ArrivingUpload,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, log } = deps;
  const { uploadId, size, path, folder } = upload;
  const split = (await findEarlySplit(db, uploadId)) ?? (await beginEarly(deps, tools, upload, signal));
  const piece = split && (await findEarlyPiece(db, split.id));
  if (!piece) return false;
  const plan: PiecePlan = JSON.parse(split.plan);
  if (!(await hasArrived(tools, path, plan.order.track, piece.ends, signal))) return false;
  const output = join(folder, 'piece.nut');
  try {
    const now = { ...plan, order: { ...plan.order, background: true } };
    await encodePiece(now, piece, path, output, { tools, sourceBytes: size, signal });
    await storePiece(deps, uploadId, plan, { splitId: split.id, ...piece, path: output }, signal);
    return true;
  } catch (error) {
    if (!isFailureOfPieces(error)) throw error;
    log.info({ err: error, uploadId }, 'early encoding not available for this upload');
    await abandonSplit(db, split.id);
    return false;
  } finally {
    await rm(output, { force: true });
  }
}

/** Plans the chunks, or stores that there are none. */
async function beginEarly(deps: EarlyDeps, tools: MediaTools, upload: ArrivingUpload, signal: AbortSignal) {
  const planned = await planEarly(deps, tools, upload, signal).catch((error) => {
    if (error instanceof UnusableVideoError || isFailureOfFile(error)) return null;
    throw error;
  });
  return beginEarlySplit(deps.db, upload.uploadId, planned);
}

async function planEarly(
  { config }: EarlyDeps,
  tools: MediaTools,
  { path, size }: ArrivingUpload,
  signal: AbortSignal,
): Promise<{ plan: string; spans: readonly Span[] } | null> {
  const probe = await probeBeginning(path, size, tools, signal);
  const order = probe && orderOf(probe, tools, config.limits.videoSeconds);
  const planned = order && probe.durationSeconds !== null ? planAllPieces(order, probe.durationSeconds) : null;
  return planned && { plan: JSON.stringify(planned.plan), spans: planned.spans };
}

/** How the picture is encoded in chunks; null if it is copied, rejected, or encoded as a whole. */
function orderOf(probe: VideoProbe, tools: MediaTools, maxSeconds: number): PieceOrder | null {
  const plan = planPreparation(probe, tools, { maxSeconds });
  const encode = plan.kind === 'prepare' ? plan.video.encode : null;
  return encode && pieceOrder(probe, encode, [encode], { background: false });
}

/** Seconds that must follow a chunk in the file, because packets are stored in decoding order. */
const AFTER_SECONDS = 2;

const ARRIVED_TIMEOUT_MS = 60_000;

const shownPackets = z.object({ packets: z.array(z.object({ pts_time: z.coerce.number().catch(-1) })).catch([]) });

/** Whether the received bytes are enough to encode a chunk that ends at this second. */
async function hasArrived(
  tools: MediaTools,
  path: string,
  track: number | null,
  ends: number,
  signal: AbortSignal,
): Promise<boolean> {
  const clock = (await startOf(tools, path, signal)) + ends;
  const args = [
    ...safeInput(path),
    ...['-select_streams', String(track ?? 'v:0'), '-read_intervals', `${clock}%${clock + 2 * AFTER_SECONDS}`],
    ...['-show_entries', 'packet=pts_time', '-of', 'json'],
  ];
  try {
    const limits = { folder: dirname(path), timeoutMs: ARRIVED_TIMEOUT_MS, signal };
    const { packets } = shownPackets.parse(JSON.parse(await runFfprobe(tools, args, limits)));
    return packets.some(({ pts_time: time }) => time >= clock + AFTER_SECONDS);
  } catch (error) {
    if (isFailureOfFile(error)) return false;
    throw error;
  }
}
