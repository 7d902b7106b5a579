import type { Tx } from '../../platform/db/database.ts';
import type { Workload } from '../../platform/jobs/fair-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findWork } from './video-lifecycle.queries.ts';
import { makeHighRangeJob, makeRenditionsJob, prepareVideoJob } from './videos.job-definition.ts';

/**
 * This many bytes count as a second of work: 32 Mbit/s, so that a 4K clip counts more than its duration. If the
 * duration is unknown, this is the assumed bit rate.
 */
const BYTES_PER_SECOND_OF_WORK = 4_000_000;
const ORDINARY_BYTES_PER_SECOND = 1_000_000;

/** Pixels per second of 1080p with 30 frames: a worker encodes it in about its own duration. */
const ORDINARY_PIXEL_RATE = 1920 * 1080 * 30;

/** Work for all renditions, relative to that for the playback file. */
export const RENDITIONS_FACTOR = 3;

/** Enqueues the preparation of a video, with the queue position of its owner. */
export async function enqueuePreparation(jobs: Jobs, tx: Tx, videoId: string, preparation: number): Promise<void> {
  await jobs.enqueue(tx, prepareVideoJob, { videoId, preparation }, { workload: await workloadOf(tx, videoId, 1) });
}

/** Enqueues making a video's renditions, with the queue position of its owner. */
export async function enqueueRenditions(jobs: Jobs, tx: Tx, videoId: string): Promise<void> {
  await jobs.enqueue(
    tx,
    makeRenditionsJob,
    { videoId },
    { workload: await workloadOf(tx, videoId, RENDITIONS_FACTOR) },
  );
}

/** Work for the HDR rendition, relative to that for the playback file. */
const HIGH_RANGE_FACTOR = 3;

/** Enqueues making a video's HDR rendition, with the queue position of its owner. */
export async function enqueueHighRange(jobs: Jobs, tx: Tx, videoId: string): Promise<void> {
  await jobs.enqueue(tx, makeHighRangeJob, { videoId }, { workload: await workloadOf(tx, videoId, HIGH_RANGE_FACTOR) });
}

async function workloadOf(tx: Tx, videoId: string, factor: number): Promise<Workload> {
  const { owner_id: ownerId, duration_ms: durationMs, pixel_rate: pixelRate, size } = await findWork(tx, videoId);
  return { ownerId, seconds: factor * secondsOfWork({ durationMs, bytes: Number(size), pixelRate }) };
}

/**
 * Estimated seconds of work for a video. Few bytes may be much work: a black 8K video with 60 frames per second takes
 * 32 times its duration.
 * @param video.durationMs null if unknown
 * @param video.pixelRate pixels per second, null if unknown
 */
export function secondsOfWork(video: { durationMs: number | null; bytes: number; pixelRate: number | null }): number {
  const { durationMs, bytes, pixelRate } = video;
  const seconds = durationMs === null ? bytes / ORDINARY_BYTES_PER_SECOND : durationMs / 1000;
  const pixels = Math.max(1, (pixelRate ?? 0) / ORDINARY_PIXEL_RATE);
  return Math.max(seconds * pixels, bytes / BYTES_PER_SECOND_OF_WORK);
}
