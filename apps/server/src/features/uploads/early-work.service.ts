import type { Deps } from '../../platform/deps.ts';
import { mayBeEncodedEarly } from '../videos/early-pieces.service.ts';
import { earlyWorkJob } from './early-work.job-definition.ts';
import type { UploadRow } from './uploads.queries.ts';

/** A smaller upload takes a moment, or has no chunk that could be encoded meanwhile. */
const MIN_BYTES = 16 * 1024 * 1024;

/** Estimated seconds of work: a chunk has about a minute of video. */
const WORK_SECONDS = 60;

/**
 * Enqueues early encoding of an upload, if enough of it has arrived and workers can read the folder of unfinished
 * uploads. An error is only logged, because the video can be encoded later.
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

/** Called after a chunk: enqueues the job for the next one. */
export function enqueueNextPiece(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { id: uploadId, owner_id: ownerId }: Pick<UploadRow, 'id' | 'owner_id'>,
): Promise<void> {
  return jobs.enqueue(db, earlyWorkJob, { uploadId }, { workload: { ownerId, seconds: WORK_SECONDS } });
}
