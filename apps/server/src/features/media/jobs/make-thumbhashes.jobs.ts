import { rm } from 'node:fs/promises';
import type { Deps } from '../../../platform/deps.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { thumbhashOf } from '../../../platform/pictures/decode-picture.ts';
import { makeThumbhashesJob } from './make-thumbhashes.job-definition.ts';
import { listWithoutThumbhash, saveThumbhash } from './make-thumbhashes.queries.ts';
import { forEachVideo } from './older-videos.ts';

/**
 * Adds thumbhashes to all ready videos without one. An unreadable poster is skipped: the link preview has no picture,
 * and the next worker start retries.
 */
export function makeThumbhashesHandler(deps: Pick<Deps, 'db' | 'storage' | 'log'>): JobHandler<Record<string, never>> {
  return {
    job: makeThumbhashesJob,
    concurrency: 1,
    run: (_payload, { signal }) =>
      forEachVideo(
        (page) => listWithoutThumbhash(deps.db, page),
        signal,
        ({ id, key }) => makeThumbhash(deps, id, key),
      ),
  };
}

async function makeThumbhash(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  videoId: string,
  posterKey: string,
): Promise<void> {
  const folder = await storage.stagingFolder();
  try {
    const poster = await storage.materialize(posterKey, folder, 'poster');
    await saveThumbhash(db, videoId, posterKey, await thumbhashOf(poster));
  } catch (error) {
    log.warn({ err: error, videoId }, 'thumbhash failed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
