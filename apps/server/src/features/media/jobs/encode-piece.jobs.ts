import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { findMediaTools } from '../../../platform/ffmpeg/tools.ts';
import { GoneError, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { whileWanted } from '../../../platform/jobs/while-wanted.ts';
import { requireRoomForWork } from '../../../platform/system/disk-space.ts';
import { abandonSplit, findPieceToEncode, updateSecondsDone } from '../../videos/pieces.service.ts';
import {
  encodePieceFailedJob,
  encodePieceJob,
  encodeSizesPieceJob,
  prepareVideoJob,
} from '../../videos/videos.job-definition.ts';
import { removeStoredFiles } from '../../videos/videos.service.ts';
import { encodePiece, isFailureOfPieces } from '../pieces/encode-piece.ts';
import type { PiecePlan } from '../pieces/pieces.ts';
import { storePiece } from '../pieces/store-piece.ts';
import { createKeptOriginals, type KeptOriginals } from './kept-originals.ts';

/** Progress is saved at most this often, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000;

type PieceDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'log'>;
type Piece = { splitId: string; number: number };

/**
 * Encodes a piece of a long film and stores it. If it is encoded already, or no longer needed, nothing happens, so a repeated
 * job does no harm. A film whose pieces cannot be encoded is encoded as a whole.
 */
export function encodePieceHandlers(deps: PieceDeps): JobHandler<Piece>[] {
  const kept = createKeptOriginals(deps.storage);
  const run: JobHandler<Piece>['run'] = (piece, { signal }) => encode(deps, kept, piece, signal);
  return [
    { job: encodePieceJob, concurrency: 1, run },
    // A first size of every video goes before all sizes of any.
    { job: encodeSizesPieceJob, concurrency: 1, after: prepareVideoJob, run },
  ];
}

/** The last attempt failed or its worker was killed. */
export function encodePieceFailedHandler(deps: PieceDeps): JobHandler<Piece> {
  return { job: encodePieceFailedJob, concurrency: 1, run: ({ splitId }) => abandonSplit(deps.db, splitId) };
}

async function encode(
  deps: PieceDeps,
  kept: KeptOriginals,
  { splitId, number }: Piece,
  attemptSignal: AbortSignal,
): Promise<void> {
  const { db, storage, log } = deps;
  const [piece, tools] = await Promise.all([findPieceToEncode(db, splitId, number), findMediaTools(deps.config)]);
  if (!piece || !tools) return;
  await requireRoomForWork(deps.config);
  const { video_id: videoId, starts, ends } = piece;
  const plan: PiecePlan = JSON.parse(piece.plan);
  const folder = await storage.stagingFolder();
  try {
    await whileWanted(
      attemptSignal,
      async () => Boolean(await findPieceToEncode(db, splitId, number)),
      async (signal) => {
        const path = join(folder, 'piece.nut');
        await kept.use(piece.original_key, signal, (input) =>
          encodePiece(plan, { starts, ends }, input, path, {
            ...{ tools, signal, sourceBytes: Number(piece.original_size) },
            onProgress: progressWriter(deps, splitId, number),
          }),
        );
        await storePiece(deps, videoId, plan, { splitId, number, path, starts, ends }, signal);
      },
    );
  } catch (error) {
    if (error instanceof GoneError) {
      await kept.removeUnused();
      // It may have been stored after the files of a deleted video were removed.
      await removeStoredFiles(deps, videoId);
    }
    if (!isFailureOfPieces(error)) throw error;
    log.warn({ err: error, videoId }, 'chunked encoding not available for this video');
    await abandonSplit(db, splitId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Saves progress regularly. */
function progressWriter({ db, log }: PieceDeps, splitId: string, number: number): (seconds: number) => void {
  let writtenAt = Date.now();
  return (seconds) => {
    if (Date.now() < writtenAt + PROGRESS_INTERVAL_MS) return;
    writtenAt = Date.now();
    updateSecondsDone(db, splitId, number, seconds).catch((error) =>
      log.warn({ err: error }, 'the progress of a piece was not saved'),
    );
  };
}
