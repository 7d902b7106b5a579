import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { findMediaTools } from '../../../platform/ffmpeg/tools.ts';
import { GoneError, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { whileWanted } from '../../../platform/jobs/while-wanted.ts';
import { requireSpaceForWork } from '../../../platform/system/disk-space.ts';
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
 * Encodes a chunk of a long video and stores it. Idempotent: does nothing if it is encoded already or no longer needed.
 * If encoding in chunks fails, the video is encoded as a whole.
 */
export function encodePieceHandlers(deps: PieceDeps): JobHandler<Piece>[] {
  const kept = createKeptOriginals(deps.storage);
  const run: JobHandler<Piece>['run'] = (piece, { signal }) => encode(deps, kept, piece, signal);
  return [
    { job: encodePieceJob, concurrency: 1, run },
    // The first playable size of every video has priority over all sizes of any video.
    { job: encodeSizesPieceJob, concurrency: 1, after: prepareVideoJob, run },
  ];
}

/** Called after the last attempt, or if its worker was killed. */
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
  await requireSpaceForWork(deps.config);
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
            tools,
            signal,
            sourceBytes: Number(piece.original_size),
            onProgress: progressWriter(deps, splitId, number),
          }),
        );
        await storePiece(deps, videoId, plan, { splitId, number, path, starts, ends }, signal);
      },
    );
  } catch (error) {
    if (error instanceof GoneError) {
      await kept.removeUnused();
      // The chunk may have been stored after the files of a deleted video were removed.
      await removeStoredFiles(deps, videoId);
    }
    if (!isFailureOfPieces(error)) throw error;
    log.warn({ err: error, videoId }, 'chunked encoding not available for this video');
    await abandonSplit(db, splitId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Saves progress at most every PROGRESS_INTERVAL_MS. */
function progressWriter({ db, log }: PieceDeps, splitId: string, number: number): (seconds: number) => void {
  let writtenAt = Date.now();
  return (seconds) => {
    if (Date.now() < writtenAt + PROGRESS_INTERVAL_MS) return;
    writtenAt = Date.now();
    updateSecondsDone(db, splitId, number, seconds).catch((error) =>
      log.warn({ err: error }, 'chunk progress not saved'),
    );
  };
}
