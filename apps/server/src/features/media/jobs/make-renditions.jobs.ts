import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { endSplit } from '../../videos/pieces.service.ts';
import { trimOf } from '../../videos/trim.policy.ts';
import { enqueueHighRange, RENDITIONS_FACTOR } from '../../videos/video-work.service.ts';
import { makeRenditionsJob, prepareVideoJob } from '../../videos/videos.job-definition.ts';
import { createChunkedEncoder } from '../pieces/join-pieces.ts';
import { createKnownProbes, type KnownProbes } from '../probe/known-probes.ts';
import { storeTogether } from '../store-file.ts';
import {
  findWithoutRenditions,
  publishRenditions,
  type StoredPreview,
  type StoredRendition,
} from './make-renditions.queries.ts';
import { HEAD_BYTES, type MakeRenditionsOptions, makePreview, makeRenditions } from './make-renditions.ts';
import { type Workplace, workOnReadyVideo } from './work-on-ready-video.ts';

type RenditionDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'log'>;
type Waiting = NonNullable<Awaited<ReturnType<typeof findWithoutRenditions>>>;

/**
 * Makes the renditions and preview images of a ready video and publishes them in one transaction. Idempotent: does
 * nothing if the video already has some, is deleted or not ready. If none can be made, the playback file is used.
 */
export function makeRenditionsHandler(
  deps: RenditionDeps,
  probes: KnownProbes = createKnownProbes(),
): JobHandler<{ videoId: string }> {
  return {
    job: makeRenditionsJob,
    concurrency: 1,
    // The first playable size of every video has priority over all sizes of any video.
    after: prepareVideoJob,
    run: ({ videoId }, { signal }) =>
      workOnReadyVideo(
        deps,
        signal,
        () => findWithoutRenditions(deps.db, videoId),
        (waiting, workplace) => makeAll(deps, probes, videoId, waiting, workplace),
      ),
  };
}

async function makeAll(
  deps: RenditionDeps,
  probes: KnownProbes,
  videoId: string,
  waiting: Waiting,
  { tools, folder, signal }: Workplace,
): Promise<void> {
  const { storage } = deps;
  const output = join(folder, 'output');
  await mkdir(output);
  const playbackBytes = Number(waiting.playback_size);
  const head = await storage.open(waiting.playback_key, { start: 0, end: Math.min(HEAD_BYTES, playbackBytes) - 1 });
  const options: MakeRenditionsOptions = {
    tools,
    folder: output,
    signal,
    playbackBytes,
    playbackHead: await buffer(head),
    playsSeconds: (waiting.duration_ms ?? 0) / 1000,
    shown: { width: waiting.width ?? 1, height: waiting.height ?? 1 },
    needsH264: waiting.playback_type !== 'video/mp4',
    trim: trimOf(waiting),
    probe: probes.of(waiting.original_key),
    encodeInChunks: createChunkedEncoder(deps, {
      video: { videoId },
      kind: 'sizes',
      workPerSecond: RENDITIONS_FACTOR,
      folder,
      signal,
    }),
  };
  const alone = async (key: string, name: string) => {
    await mkdir(join(folder, name));
    return storage.materialize(key, join(folder, name), 'input', signal);
  };

  const {
    renditions: made,
    first,
    hasHighRange,
    ...sizes
  } = await makeRenditions(await alone(waiting.original_key, 'original'), options);
  const preview =
    made.length > 0 ? sizes.preview : await makePreview(await alone(waiting.playback_key, 'playback'), options);

  const { renditions, pictures } = await storeTogether(storage, videoId, signal, async (store) => {
    const renditions: StoredRendition[] = [];
    for (const { path, ...rendition } of made) renditions.push({ ...rendition, ...(await store(path, 'mp4')) });
    const pictures: StoredPreview | null = preview && {
      plan: preview.plan,
      notes: preview.notes,
      ...(await store(preview.path, 'webp')),
    };
    return { renditions, pictures };
  });
  const files = pictures ? [...renditions, pictures] : [...renditions];
  if (first) {
    const file = { key: waiting.playback_key, size: playbackBytes, sha256: waiting.playback_sha256 };
    renditions.push({ ...first, ...file });
  }
  let pieces: string[] = [];
  const published = await deps.db.transaction().execute(async (tx) => {
    if (!(await publishRenditions(tx, { videoId, playbackKey: waiting.playback_key }, renditions, pictures)))
      return false;
    pieces = await endSplit(tx, videoId, 'sizes');
    if (hasHighRange && renditions.length > 0) await enqueueHighRange(deps.jobs, tx, videoId);
    return true;
  });
  const unneeded = published ? pieces : files.map(({ key }) => key);
  await Promise.all(unneeded.map((key) => storage.delete(key)));
}
