import type { MessageParams, VideoEvent, VideoFailure, VideoStatus } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { publishEvent } from '../../platform/events.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import {
  type DeliveredFile,
  deleteDeliveredFiles,
  deleteRenditions,
  type ExpectedState,
  insertDeliveredFiles,
  insertVideo,
  lockVideo,
  type NewVideo,
  updateVideo,
} from './video-lifecycle.queries.ts';
import { makeRenditionsJob, prepareVideoJob } from './videos.job-definition.ts';

export type { DeliveredFile, NewVideo } from './video-lifecycle.queries.ts';

/**
 * The states of a video and the only code that changes them:
 *
 *     create -> processing -> publish -> ready
 *                   |  ^                   |
 *                  fail restart      a file is lost
 *                   v  |                   |
 *                  failed <----------------+
 *
 * Every transition belongs in one transaction with its job, its notification and its live event, which is why all of
 * them take a transaction. Each names the state that it starts from; a video that is in another one stays as it is, so
 * repeated and late jobs do no harm.
 */

type LifecycleDeps = Pick<Deps, 'jobs'>;

/** A video while it is being prepared. Without `preparation`, whichever preparation it is at. */
export interface ProcessingVideo {
  videoId: string;
  preparation?: number | undefined;
}

/** What is known of a prepared video: milliseconds, and pixels as shown. */
export interface VideoFacts {
  durationMs: number | null;
  width: number;
  height: number;
}

/** Why a video failed, with the values for the sentence. */
export interface Failure {
  code: VideoFailure;
  params?: MessageParams;
}

const processing = (video: ProcessingVideo): ExpectedState => ({ ...video, status: 'processing' });

/** Create a video from a stored original. Its preparation begins with the commit. */
export async function createVideo({ jobs }: LifecycleDeps, tx: Tx, video: NewVideo): Promise<void> {
  await insertVideo(tx, video);
  await jobs.enqueue(tx, prepareVideoJob, { videoId: video.id, preparation: 1 });
  await sendEvent(tx, video.ownerId, { id: video.id, status: 'processing', progress: 0 });
}

/**
 * Prepare a failed video again.
 * @returns the storage keys of what an earlier preparation made, to be deleted after the commit; null, and nothing is
 *   changed, unless the video has failed
 */
export async function restartVideo({ jobs }: LifecycleDeps, tx: Tx, videoId: string): Promise<string[] | null> {
  const failed = await lockVideo(tx, { videoId, status: 'failed' });
  if (!failed) return null;
  const ownerId = failed.owner_id;
  const preparation = failed.preparation + 1;
  await updateVideo(tx, videoId, {
    ...{ status: 'processing', status_code: null, status_params: '{}', progress: 0, preparation },
  });
  await removeNotification(tx, ownerId, videoId);
  await jobs.enqueue(tx, prepareVideoJob, { videoId, preparation });
  await sendEvent(tx, ownerId, { id: videoId, status: 'processing', progress: 0 });
  return deleteDeliveredFiles(tx, videoId);
}

/** Save how far the preparation is, in per cent. @returns false, and nothing is changed, unless it is under way */
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
 * Publish the files of a preparation: the video is ready, and its renditions are made next. Of two
 * attempts, or of an attempt and a deletion, the row's lock lets one go first.
 * @returns false, and nothing is changed, unless the preparation is under way
 */
export async function publishVideo(
  { jobs }: LifecycleDeps,
  tx: Tx,
  video: ProcessingVideo,
  files: readonly DeliveredFile[],
  facts: VideoFacts,
): Promise<boolean> {
  const { videoId } = video;
  const row = await lockVideo(tx, processing(video));
  if (!row) return false;
  const ownerId = row.owner_id;
  const { durationMs, width, height } = facts;
  await updateVideo(tx, videoId, { status: 'ready', progress: 100, duration_ms: durationMs, width, height });
  await insertDeliveredFiles(tx, videoId, files);
  await jobs.enqueue(tx, makeRenditionsJob, { videoId });
  await notify(tx, { kind: 'video-ready', userId: ownerId, videoId });
  await sendEvent(tx, ownerId, { id: videoId, status: 'ready', progress: 100 });
  return true;
}

/** The preparation failed. @returns false, and nothing is changed, unless it is under way */
export function failVideo(tx: Tx, video: ProcessingVideo, failure: Failure): Promise<boolean> {
  return fail(tx, processing(video), failure);
}

/**
 * A file of a video is lost: without it the video cannot be played or prepared. Its rows stay, so that a file restored
 * from a backup is known again.
 * @param lost.status what the video was when the file was found missing
 * @returns false, and nothing is changed, if the video is in another state by now or no longer has this file
 */
export function failVideoWithLostFile(
  tx: Tx,
  lost: { videoId: string; status: VideoStatus; fileKey: string },
): Promise<boolean> {
  return fail(tx, lost, { code: 'file_missing' });
}

/** Make the renditions and the preview of a video again. @returns false if it has none */
export async function remakeRenditions({ jobs }: LifecycleDeps, tx: Tx, videoId: string): Promise<boolean> {
  if ((await deleteRenditions(tx, videoId)).length === 0) return false;
  await jobs.enqueue(tx, makeRenditionsJob, { videoId });
  return true;
}

async function fail(tx: Tx, from: ExpectedState, { code, params = {} }: Failure): Promise<boolean> {
  const { videoId } = from;
  const row = await lockVideo(tx, from);
  if (!row) return false;
  const ownerId = row.owner_id;
  await updateVideo(tx, videoId, {
    ...{ status: 'failed', status_code: code, status_params: JSON.stringify(params), progress: 0 },
  });
  await notify(tx, { kind: 'video-failed', userId: ownerId, videoId });
  await sendEvent(tx, ownerId, { id: videoId, status: 'failed', progress: 0 });
  return true;
}

/** The owner's open pages show the change immediately. */
function sendEvent(tx: Tx, ownerId: string, data: VideoEvent): Promise<void> {
  return publishEvent(tx, ownerId, { name: 'video', data });
}
