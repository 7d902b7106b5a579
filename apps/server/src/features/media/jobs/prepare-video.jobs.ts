import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNoSpaceError } from '@kinreel/service';
import type { Deps } from '../../../platform/deps.ts';
import { findMediaTools } from '../../../platform/ffmpeg/tools.ts';
import { GoneError, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { whileWanted } from '../../../platform/jobs/while-wanted.ts';
import { requireSpaceForWork } from '../../../platform/system/disk-space.ts';
import { notifyRecipients } from '../../sharing/sharing.service.ts';
import { endSplit } from '../../videos/pieces.service.ts';
import { trimOf } from '../../videos/trim.policy.ts';
import {
  failVideo,
  type PreparedFile,
  type ProcessingVideo,
  publishVideo,
  setWaiting,
  updateProgress,
} from '../../videos/video-lifecycle.ts';
import { prepareVideoFailedJob, prepareVideoJob } from '../../videos/videos.job-definition.ts';
import { removeStoredFiles } from '../../videos/videos.service.ts';
import { createChunkedEncoder } from '../pieces/join-pieces.ts';
import { createFragmentPublisher, type FragmentPublisher } from '../pieces/publish-fragments.ts';
import { createKnownProbes, type KnownProbes } from '../probe/known-probes.ts';
import { UnusableVideoError } from '../probe/unusable-video-error.ts';
import { storeTogether } from '../store-file.ts';
import { measureLoudnessJob } from './measure-loudness.job-definition.ts';
import { findOriginalToPrepare } from './prepare-video.queries.ts';
import { type PreparedVideo, prepareVideo } from './prepare-video.ts';

/** Progress is saved at most this often, in milliseconds, and in steps of at least this many per cent. */
const PROGRESS_INTERVAL_MS = 1_000;
const PROGRESS_STEP = 2;

type PrepareDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'log'>;

/**
 * Prepares a video whose status is `processing`. Idempotent: a video in another status is not changed. If the process
 * is killed, the video has been published once and completely, or not at all. Files stored by an unfinished attempt
 * have no row, and the sweep deletes them.
 */
export function prepareVideoHandler(
  deps: PrepareDeps,
  probes: KnownProbes = createKnownProbes(),
): JobHandler<ProcessingVideo> {
  void findMediaTools(deps.config).then(
    (tools) => {
      if (!tools) deps.log.warn('No usable ffmpeg found: only MP4 and WebM videos can be prepared. See docs/media.md.');
      else if (!tools.sandbox.bwrap)
        deps.log.warn(
          'bubblewrap is not installed or not permitted: ffmpeg runs only with resource limits. See docs/media.md.',
        );
      else if (!tools.sandbox.filter)
        deps.log.warn('The system calls of ffmpeg are not filtered on this machine. See docs/media.md.');
    },
    // The first job tries again.
    () => undefined,
  );
  return {
    job: prepareVideoJob,
    concurrency: 2,
    longConcurrency: 1,
    async run({ videoId, preparation }, attempt) {
      const original = await findOriginalToPrepare(deps.db, videoId);
      if (!original || (preparation !== undefined && preparation !== original.preparation)) return;
      const video = { videoId, preparation: original.preparation };
      const folder = await deps.storage.stagingFolder();
      try {
        await whileWanted(
          attempt.signal,
          async () => (await findOriginalToPrepare(deps.db, videoId))?.preparation === video.preparation,
          async (signal) => {
            await requireSpaceForWork(deps.config);
            await setWaiting(deps.db, video, null);
            const fragments = createFragmentPublisher(deps, video, signal);
            const prepared = await prepareOriginal(deps, probes, video, original, folder, fragments, signal);
            const growingId = prepared.fragmentsAreWhole ? fragments.growingId() : null;
            await publish(deps, video, prepared, growingId, signal);
          },
        );
      } catch (error) {
        // A fragment may have been stored after the files of a deleted video were removed.
        if (error instanceof GoneError) await removeStoredFiles(deps, videoId);
        if (isNoSpaceError(error)) {
          // The row of a full disk may not be writable either.
          await setWaiting(deps.db, video, 'no_room').catch((err) =>
            deps.log.warn({ err, videoId }, 'cannot mark the video as waiting for disk space'),
          );
        }
        if (!(error instanceof UnusableVideoError)) throw error;
        const { code, params, cause } = error;
        deps.log.info({ videoId, code, cause: String(cause ?? '') }, 'video unusable');
        await deps.db.transaction().execute((tx) => failVideo(deps, tx, video, { code, params }));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Called after the last attempt, or if its worker was killed: the owner is notified and can try again. */
export function prepareVideoFailedHandler(deps: PrepareDeps): JobHandler<ProcessingVideo> {
  return {
    job: prepareVideoFailedJob,
    concurrency: 1,
    async run(video) {
      await deps.db.transaction().execute((tx) => failVideo(deps, tx, video, { code: 'other' }));
    },
  };
}

async function prepareOriginal(
  deps: PrepareDeps,
  probes: KnownProbes,
  video: ProcessingVideo,
  original: NonNullable<Awaited<ReturnType<typeof findOriginalToPrepare>>>,
  folder: string,
  fragments: FragmentPublisher,
  signal: AbortSignal,
): Promise<PreparedVideo> {
  const inputFolder = join(folder, 'input');
  await mkdir(inputFolder);
  // Without an extension, so that the name of a file does not influence how it is read.
  const input = await deps.storage.materialize(original.key, inputFolder, 'original', signal);
  const prepared = await prepareVideo(input, {
    tools: await findMediaTools(deps.config),
    folder: join(folder, 'output'),
    maxSeconds: deps.config.limits.videoSeconds,
    trim: trimOf(original),
    probe: probes.of(original.key),
    signal,
    onProgress: progressWriter(deps, video),
    onFragment: fragments.publish,
    encodeInChunks: createChunkedEncoder(deps, { video, kind: 'playback', workPerSecond: 1, folder, signal }),
  });
  if (prepared.missingSeconds > 0) {
    const { videoId } = video;
    deps.log.warn({ videoId, missingSeconds: Math.round(prepared.missingSeconds) }, 'video is truncated');
  }
  return prepared;
}

/** Saves progress at most every PROGRESS_INTERVAL_MS. */
function progressWriter(deps: PrepareDeps, video: ProcessingVideo): (percent: number) => void {
  let written = 0;
  let writtenAt = 0;
  return (percent) => {
    const rounded = Math.floor(percent);
    if (rounded < written + PROGRESS_STEP || Date.now() < writtenAt + PROGRESS_INTERVAL_MS) return;
    written = rounded;
    writtenAt = Date.now();
    updateProgress(deps.db, video, rounded).catch((error) =>
      deps.log.warn({ err: error, videoId: video.videoId }, 'progress not saved'),
    );
  };
}

/** Stores the files, then publishes them in one transaction. */
async function publish(
  deps: PrepareDeps,
  video: ProcessingVideo,
  prepared: PreparedVideo,
  growingId: string | null,
  signal: AbortSignal,
): Promise<void> {
  const { videoId } = video;
  const { playback, poster, durationMs, missingSeconds, notes, loudness, width, height } = prepared;
  const files = await storeTogether(deps.storage, videoId, signal, async (store) => {
    const playbackFile = await store(playback.path, playback.extension);
    const kinds: PreparedFile[] = [{ kind: 'playback', contentType: playback.contentType, ...playbackFile }];
    if (poster) kinds.push({ kind: 'poster', contentType: 'image/webp', ...(await store(poster.path, 'webp')) });
    return kinds;
  });
  const missingMs = Math.round(missingSeconds * 1000) || null;
  const facts = { durationMs, missingMs, notes, loudness, width, height, thumbhash: poster?.thumbhash ?? null };
  let pieces: string[] = [];
  const published = await deps.db.transaction().execute(async (tx) => {
    if (!(await publishVideo(deps, tx, video, files, facts, growingId))) return false;
    pieces = await endSplit(tx, videoId, 'playback');
    await notifyRecipients(deps, tx, videoId);
    if (loudness === undefined) await deps.jobs.enqueue(tx, measureLoudnessJob, { videoId });
    return true;
  });
  // After an error it is unknown whether the transaction was committed, so the files are left to the sweep.
  const unneeded = published ? pieces : files.map(({ key }) => key);
  await Promise.all(unneeded.map((key) => deps.storage.delete(key)));
}
