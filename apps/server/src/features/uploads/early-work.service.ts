import type { Deps } from '../../platform/deps.ts';
import { mayBeEncodedEarly } from '../videos/early-pieces.service.ts';
import { earlyWorkJob } from './early-work.job-definition.ts';
import type { UploadRow } from './uploads.queries.ts';

/** Less than this is sent in a moment, or has no piece that could be encoded meanwhile. */
const MIN_BYTES = 16 * 1024 * 1024;

/** Estimated seconds of work: a piece is about a minute of film. */
const WORK_SECONDS = 60;

/**
 * Asks the workers to begin with a film of which so much has arrived. Only where they see the same folder of unfinished uploads. An
 * error is no reason to refuse what was sent: the film is encoded later.
 */
export async function enqueueEarlyWork(
  { config, db, jobs, log }: Pick<Deps, 'config' | 'db' | 'jobs' | 'log'>,
  { id: uploadId, owner_id: ownerId, size, resumable }: UploadRow,
  received: number,
): Promise<void> {
  if (config.uploadParts === 'storage' || !resumable || received < MIN_BYTES || received >= size) return;
  try {
    if (!(await mayBeEncodedEarly(db, uploadId)) || (await jobs.isQueued(db, earlyWorkJob, { uploadId }))) return;
    await enqueueNextPiece({ db, jobs }, { id: uploadId, owner_id: ownerId });
  } catch (err) {
    log.warn({ err, uploadId }, 'early encoding not available for this upload');
  }
}

/** After a piece, its job asks for the next one. */
export function enqueueNextPiece(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { id: uploadId, owner_id: ownerId }: Pick<UploadRow, 'id' | 'owner_id'>,
): Promise<void> {
  return jobs.enqueue(db, earlyWorkJob, { uploadId }, { turn: { ownerId, seconds: WORK_SECONDS } });
}
