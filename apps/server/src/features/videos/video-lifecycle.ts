import type { MessageParams, Trim, VideoEvent, VideoFailure, VideoNote, VideoStatus } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { publishEvent } from '../../platform/db/events.ts';
import type { Deps } from '../../platform/deps.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { deleteFragments, deleteGrowing, endGrowing } from './growing-videos.queries.ts';
import { deleteSplits } from './pieces.queries.ts';
import {
  deletePoster,
  deletePreparedFiles,
  deleteRenditions,
  type ExpectedState,
  insertPreparedFiles,
  insertVideo,
  type Loudness,
  lockVideo,
  loudnessColumns,
  type NewVideo,
  type PreparedFile,
  updateVideo,
} from './video-lifecycle.queries.ts';
import { enqueuePreparation, enqueueRenditions } from './video-work.service.ts';

export type { Loudness, NewVideo, PreparedFile } from './video-lifecycle.queries.ts';
export { loudnessColumns } from './video-lifecycle.queries.ts';

/**
 * The states of a video and the only code that changes them:
 *
 *     create -> processing -> publish -> ready
 *                   |  ^                   |
 *                  fail restart      a file is lost
 *                   v  |                   |
 *                  failed <----------------+
 *
 * Trimming a video (ready, or failed with a trim) sets it to processing again and deletes all delivered files.
 *
 * Every transition runs in one transaction with its job, notification and live event, so all functions take a
 * transaction. Each has an expected state; a video in another state is not changed, so repeated and late jobs have no
 * effect.
 */

type LifecycleDeps = Pick<Deps, 'jobs'>;

/** A video that is being prepared. `preparation`: any if undefined. */
export interface ProcessingVideo {
  videoId: string;
  preparation?: number | undefined;
}

/** Facts of a prepared video: durations in milliseconds, pixels as shown. */
export interface VideoFacts {
  durationMs: number | null;
  /** Milliseconds missing at the end of a truncated file; null if complete. */
  missingMs: number | null;
  /** Notes for the owner. */
  notes: readonly VideoNote[];
  /** Null without sound; undefined if it was not measured. */
  loudness?: Loudness | null | undefined;
  width: number;
  height: number;
  /** ThumbHash of the poster; null without one. */
  thumbhash: Buffer | null;
}

/** Why a video failed, with parameters for the message. */
export interface Failure {
  code: VideoFailure;
  params?: MessageParams;
}

const processing = (video: ProcessingVideo): ExpectedState => ({ ...video, status: 'processing' });

/** Creates a video from a stored original. Its preparation starts after the commit. */
export async function createVideo({ jobs }: LifecycleDeps, tx: Tx, video: NewVideo): Promise<void> {
  await insertVideo(tx, video);
  await enqueuePreparation(jobs, tx, video.id, 1);
  await sendEvent(tx, video.ownerId, { id: video.id, status: 'processing', progress: 0 });
}

/**
 * Prepares a failed video again.
 * @returns the storage keys of the earlier preparation, to be deleted after the commit; null, without a change, unless
 *   the video has failed
 */
export async function restartVideo({ jobs }: LifecycleDeps, tx: Tx, videoId: string): Promise<string[] | null> {
  const failed = await lockVideo(tx, { videoId, status: 'failed' });
  if (!failed) return null;
  const ownerId = failed.owner_id;
  const preparation = failed.preparation + 1;
  const noFailure = { status_code: null, status_params: '{}' };
  await updateVideo(tx, videoId, { status: 'processing', progress: 0, preparation, ...noFailure });
  await removeNotification(tx, ownerId, videoId);
  await enqueuePreparation(jobs, tx, videoId, preparation);
  await sendEvent(tx, ownerId, { id: videoId, status: 'processing', progress: 0 });
  return deletePreparedFiles(tx, videoId);
}

/**
 * Sets why the preparation of a video waits, shown to its owner; null if it continues.
 * @returns false, without a change, unless the video is being prepared and the reason is new
 */
export async function setWaiting(db: Db, video: ProcessingVideo, reason: 'no_room' | null): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { videoId } = video;
    const row = await lockVideo(tx, processing(video));
    if (!row || row.status_code === reason) return false;
    await updateVideo(tx, videoId, { status_code: reason, progress: 0 });
    await sendEvent(tx, row.owner_id, { id: videoId, status: 'processing', progress: 0 });
    return true;
  });
}

/**
 * Changes the trim: deletes derived files and facts, and prepares the video again. Until then only its owner sees it.
 * @param change.part null for the whole video
 * @param change.wholeMs duration of the whole video
 * @returns the storage keys of the deleted files, to be deleted after the commit
 */
export async function trimVideo(
  { jobs }: LifecycleDeps,
  tx: Tx,
  from: ExpectedState,
  { part, wholeMs }: { part: Trim | null; wholeMs: number },
): Promise<string[]> {
  const { videoId } = from;
  const row = await lockVideo(tx, from);
  if (!row) return [];
  const preparation = row.preparation + 1;
  const [start, end] = part ? [Math.round(part.start * 1000), Math.round(part.end * 1000)] : [null, null];
  await updateVideo(tx, videoId, {
    status: 'processing',
    progress: 0,
    preparation,
    status_code: null,
    status_params: '{}',
    trim_start_ms: start,
    trim_end_ms: end,
    whole_ms: wholeMs,
    duration_ms: (end ?? wholeMs) - (start ?? 0),
    missing_ms: null,
    notes: '[]',
    thumbhash: null,
    ...loudnessColumns(null),
    sound_measured: false,
  });
  const delivered = [
    ...(await deletePreparedFiles(tx, videoId)),
    ...(await deleteFragments(tx, videoId)),
    ...(await deleteSplits(tx, videoId)),
  ];
  await enqueuePreparation(jobs, tx, videoId, preparation);
  await sendEvent(tx, row.owner_id, { id: videoId, status: 'processing', progress: 0 });
  // The playback file may also be a rendition.
  return [...new Set(delivered)];
}

/**
 * Replaces the poster of a ready video.
 * @returns the storage keys of the previous one, to be deleted after the commit; null, without a change, unless the
 * video is ready
 */
export async function replacePoster(
  tx: Tx,
  videoId: string,
  poster: PreparedFile,
  thumbhash: Buffer,
): Promise<string[] | null> {
  const row = await lockVideo(tx, { videoId, status: 'ready' });
  if (!row) return null;
  const previous = await deletePoster(tx, videoId);
  await insertPreparedFiles(tx, videoId, [poster]);
  await updateVideo(tx, videoId, { thumbhash });
  await sendEvent(tx, row.owner_id, { id: videoId, status: 'ready', progress: 100 });
  return previous;
}

/**
 * Saves the progress of the preparation, in per cent.
 * @returns false, without a change, unless the video is being prepared
 */
export async function updateProgress(db: Db, video: ProcessingVideo, percent: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { videoId } = video;
    const row = await lockVideo(tx, processing(video));
    if (!row) return false;
    await updateVideo(tx, videoId, { progress: percent });
    await sendEvent(tx, row.owner_id, { id: videoId, status: 'processing', progress: percent });
    return true;
  });
}

/**
 * Publishes the files of a preparation: the video becomes ready, and its renditions are made next. The lock of the row
 * serializes concurrent attempts and deletions.
 * @param growingId the growing video, if it is complete; it is kept for current viewers
 * @returns false, without a change, unless the video is being prepared
 */
export async function publishVideo(
  deps: LifecycleDeps,
  tx: Tx,
  video: ProcessingVideo,
  files: readonly PreparedFile[],
  facts: VideoFacts,
  growingId: string | null = null,
): Promise<boolean> {
  const { videoId } = video;
  const row = await lockVideo(tx, processing(video));
  if (!row) return false;
  const ownerId = row.owner_id;
  const { durationMs, missingMs, notes, loudness, ...shown } = facts;
  const heard = loudness === undefined ? {} : loudnessColumns(loudness);
  const columns = { duration_ms: durationMs, missing_ms: missingMs, notes: JSON.stringify(notes), ...heard, ...shown };
  await updateVideo(tx, videoId, { status: 'ready', progress: 100, status_code: null, ...columns });
  await insertPreparedFiles(tx, videoId, files);
  await endGrowing(tx, videoId, growingId);
  await enqueueRenditions(deps.jobs, tx, videoId);
  await notify(deps, tx, { kind: 'video-ready', userId: ownerId, videoId });
  await sendEvent(tx, ownerId, { id: videoId, status: 'ready', progress: 100 });
  return true;
}

/** Fails a video whose preparation failed. @returns false, without a change, unless the video is being prepared */
export function failVideo(deps: LifecycleDeps, tx: Tx, video: ProcessingVideo, failure: Failure): Promise<boolean> {
  return fail(deps, tx, processing(video), failure);
}

/**
 * Fails a video that has lost a required file. The rows are kept, so that the file can be restored from a backup.
 * @param lost.status of the video when the file was found missing
 * @returns false, without a change, if the video is in another state now or no longer has this file
 */
export function failVideoWithLostFile(
  deps: LifecycleDeps,
  tx: Tx,
  lost: { videoId: string; status: VideoStatus; fileKey: string },
): Promise<boolean> {
  return fail(deps, tx, lost, { code: 'file_missing' });
}

/** Makes the renditions and preview images of a video again. @returns false if it has none */
export async function remakeRenditions({ jobs }: LifecycleDeps, tx: Tx, videoId: string): Promise<boolean> {
  if ((await deleteRenditions(tx, videoId)).length === 0) return false;
  await enqueueRenditions(jobs, tx, videoId);
  return true;
}

async function fail(
  deps: LifecycleDeps,
  tx: Tx,
  from: ExpectedState,
  { code, params = {} }: Failure,
): Promise<boolean> {
  const { videoId } = from;
  const row = await lockVideo(tx, from);
  if (!row) return false;
  const ownerId = row.owner_id;
  const failure = { status_code: code, status_params: JSON.stringify(params) };
  await updateVideo(tx, videoId, { status: 'failed', progress: 0, ...failure });
  await deleteGrowing(tx, videoId);
  await deleteSplits(tx, videoId);
  await notify(deps, tx, { kind: 'video-failed', userId: ownerId, videoId });
  await sendEvent(tx, ownerId, { id: videoId, status: 'failed', progress: 0 });
  return true;
}

/** Updates the owner's open pages immediately. */
function sendEvent(tx: Tx, ownerId: string, data: VideoEvent): Promise<void> {
  return publishEvent(tx, ownerId, { name: 'video', data });
}
