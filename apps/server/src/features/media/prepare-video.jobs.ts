import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoEvent } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { publishEvent } from '../../platform/events.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import type { Attempt, JobHandler } from '../../platform/jobs.ts';
import { notify } from '../notifications/notifications.service.ts';
import { notifyRecipients } from '../sharing/sharing.service.ts';
import { makeRenditionsJob } from './make-renditions.job-definition.ts';
import { prepareVideoFailedJob, prepareVideoJob } from './prepare-video.job-definition.ts';
import {
  type DeliveredFile,
  findWaitingOriginal,
  markFailed,
  noteProgress,
  publishPrepared,
} from './prepare-video.queries.ts';
import { type PreparedVideo, prepareVideo } from './prepare-video.ts';
import { REASONS, UnusableVideoError } from './reasons.ts';
import { storeFile } from './store-file.ts';

/** Progress is written no more often than this, in milliseconds, and in steps of at least so many per cent. */
const PROGRESS_INTERVAL_MS = 1_000;
const PROGRESS_STEP = 2;

type PrepareDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'log'>;

/** The video was deleted while it was prepared. */
class NoLongerWanted extends Error {}

/**
 * Prepares a video that waits (status `processing`); any other is left alone, so a repeated job does no harm. Whatever
 * happens, and at whatever point the process is killed, a video is published once, whole, or not at all; files put
 * into storage by an attempt that did not come to its end belong to no row and are swept.
 */
export function prepareVideoHandler(deps: PrepareDeps): JobHandler<{ videoId: string }> {
  const found = findMediaTools(deps.config);
  void found.then((tools) => {
    if (tools) return;
    deps.log.warn('No usable ffmpeg found: MP4 and WebM videos can be shown, others cannot. See docs/media.md.');
  });
  return {
    job: prepareVideoJob,
    concurrency: 1,
    async run({ videoId }, attempt) {
      const key = await findWaitingOriginal(deps.db, videoId);
      if (!key) return;
      const folder = await deps.storage.stagingFolder();
      try {
        const prepared = await prepareOriginal(deps, videoId, key, folder, attempt);
        await publish(deps, videoId, prepared);
      } catch (error) {
        if (error instanceof NoLongerWanted) return;
        if (error instanceof UnusableVideoError) {
          deps.log.info({ videoId, reason: error.reason, cause: String(error.cause ?? '') }, 'a video is unusable');
          await fail(deps, videoId, error.reason);
          return;
        }
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The last attempt failed or its worker was killed: the card says so, and its owner can try again. */
export function prepareVideoFailedHandler(deps: PrepareDeps): JobHandler<{ videoId: string }> {
  return {
    job: prepareVideoFailedJob,
    concurrency: 1,
    run: ({ videoId }) => fail(deps, videoId, REASONS.other),
  };
}

/** Say on the card of a video that waits why it cannot be shown, and tell its owner. */
async function fail(deps: PrepareDeps, videoId: string, reason: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const ownerId = await markFailed(tx, videoId, reason);
    if (!ownerId) return;
    await notify(tx, { kind: 'video-failed', userId: ownerId, videoId });
    await tellOwner(tx, ownerId, { id: videoId, status: 'failed', progress: 0 });
  });
}

/** Their open pages learn at once what else they would ask for. */
function tellOwner(db: Db, ownerId: string, data: VideoEvent): Promise<void> {
  return publishEvent(db, ownerId, { name: 'video', data });
}

async function prepareOriginal(
  deps: PrepareDeps,
  videoId: string,
  key: string,
  folder: string,
  attempt: Attempt,
): Promise<PreparedVideo> {
  const inputFolder = join(folder, 'input');
  await mkdir(inputFolder);
  // Without an ending: what a file is called must not sway how it is read.
  const input = await deps.storage.materialize(key, inputFolder, 'original');
  const unwanted = new AbortController();
  const prepared = await prepareVideo(input, {
    tools: await findMediaTools(deps.config),
    folder: join(folder, 'output'),
    maxSeconds: deps.config.limits.videoSeconds,
    signal: AbortSignal.any([attempt.signal, unwanted.signal]),
    onProgress: progressWriter(deps, videoId, () => unwanted.abort(new NoLongerWanted())),
  });
  if (prepared.missingSeconds > 0) {
    deps.log.warn({ videoId, missingSeconds: Math.round(prepared.missingSeconds) }, 'a video is cut off');
  }
  return prepared;
}

/** Writes progress to the row, rarely; notices on the way that the video was deleted. */
function progressWriter(deps: PrepareDeps, videoId: string, onGone: () => void): (percent: number) => void {
  let written = 0;
  let writtenAt = 0;
  return (percent) => {
    const whole = Math.floor(percent);
    if (whole < written + PROGRESS_STEP || Date.now() < writtenAt + PROGRESS_INTERVAL_MS) return;
    written = whole;
    writtenAt = Date.now();
    noteProgress(deps.db, videoId, whole)
      .then(async (ownerId) => {
        if (!ownerId) onGone();
        else await tellOwner(deps.db, ownerId, { id: videoId, status: 'processing', progress: whole });
      })
      .catch((error) => deps.log.warn({ err: error, videoId }, 'progress was not written'));
  };
}

/** Put the files into storage, then make them the video's in one transaction, and tell whom it concerns. */
async function publish(deps: PrepareDeps, videoId: string, prepared: PreparedVideo): Promise<void> {
  const { playback, poster, durationMs, width, height } = prepared;
  const files: DeliveredFile[] = [
    {
      ...{ kind: 'playback', contentType: playback.contentType },
      ...(await storeFile(deps.storage, videoId, playback.path, playback.extension)),
    },
  ];
  if (poster) {
    const stored = await storeFile(deps.storage, videoId, poster.path, 'webp');
    files.push({ kind: 'poster', contentType: 'image/webp', ...stored });
  }
  const published = await deps.db.transaction().execute(async (tx) => {
    const ownerId = await publishPrepared(tx, videoId, files, { durationMs, width, height });
    if (!ownerId) return false;
    await notify(tx, { kind: 'video-ready', userId: ownerId, videoId });
    await tellOwner(tx, ownerId, { id: videoId, status: 'ready', progress: 100 });
    await notifyRecipients(tx, videoId);
    await deps.jobs.enqueue(tx, makeRenditionsJob, { videoId });
    return true;
  });
  // Only a clear no is acted on: after an error nobody knows whether the transaction stands, and the sweep will tell.
  if (!published) await Promise.all(files.map(({ key }) => deps.storage.delete(key)));
}
