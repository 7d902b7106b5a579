import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { trimOf } from '../../videos/trim.policy.ts';
import { makeHighRangeJob, makeRenditionsJob } from '../../videos/videos.job-definition.ts';
import { createKnownProbes, type KnownProbes } from '../probe/known-probes.ts';
import { storeFile } from '../store-file.ts';
import { makeHighRange } from './make-high-range.ts';
import { findWithoutHighRange, publishHighRange } from './make-renditions.queries.ts';
import { type Workplace, workOnReadyVideo } from './work-on-ready-video.ts';

type HighRangeDeps = Pick<Deps, 'config' | 'db' | 'storage'>;
type Waiting = NonNullable<Awaited<ReturnType<typeof findWithoutHighRange>>>;

/**
 * Makes the HDR rendition of a ready video that has renditions, and publishes it in one transaction. Idempotent: does
 * nothing if there is one already, or the video is deleted or not ready. If it fails, the video still has its SDR
 * renditions.
 */
export function makeHighRangeHandler(
  deps: HighRangeDeps,
  probes: KnownProbes = createKnownProbes(),
): JobHandler<{ videoId: string }> {
  return {
    job: makeHighRangeJob,
    concurrency: 1,
    // SDR first: every screen can show it.
    after: makeRenditionsJob,
    run: ({ videoId }, { signal }) =>
      workOnReadyVideo(
        deps,
        signal,
        () => findWithoutHighRange(deps.db, videoId),
        (waiting, workplace) => make(deps, probes, videoId, waiting, workplace),
      ),
  };
}

async function make(
  { db, storage }: HighRangeDeps,
  probes: KnownProbes,
  videoId: string,
  waiting: Waiting,
  { tools, folder, signal }: Workplace,
): Promise<void> {
  const [source, output] = [join(folder, 'original'), join(folder, 'output')];
  await Promise.all([mkdir(source), mkdir(output)]);
  const made = await makeHighRange(await storage.materialize(waiting.original_key, source, 'input', signal), {
    tools,
    folder: output,
    signal,
    trim: trimOf(waiting),
    probe: probes.of(waiting.original_key),
    playsSeconds: (waiting.duration_ms ?? 0) / 1000,
  });
  if (!made) return;
  const { path, ...rendition } = made;
  const file = await storeFile(storage, videoId, path, 'mp4', signal);
  const video = { videoId, playbackKey: waiting.playback_key };
  const published = await db.transaction().execute((tx) => publishHighRange(tx, video, { ...rendition, ...file }));
  if (!published) await storage.delete(file.key);
}
