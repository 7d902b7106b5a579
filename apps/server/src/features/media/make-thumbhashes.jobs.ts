import { rm } from 'node:fs/promises';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { thumbhashOf } from '../../platform/pictures/decode-picture.ts';
import { makeThumbhashesJob } from './make-thumbhashes.job-definition.ts';
import { listWithoutThumbhash, saveThumbhash } from './make-thumbhashes.queries.ts';

/** Videos that are read in one query. */
const BATCH = 100;

/**
 * Goes once through the ready videos without a thumbhash. A poster that cannot be read is skipped: its link preview has
 * no picture, and the next start of a worker tries again.
 */
export function makeThumbhashesHandler(deps: Pick<Deps, 'db' | 'storage' | 'log'>): JobHandler<Record<string, never>> {
  return {
    job: makeThumbhashesJob,
    concurrency: 1,
    async run(_payload, { signal }) {
      let after: string | null = null;
      for (;;) {
        const videos: { id: string; key: string }[] = await listWithoutThumbhash(deps.db, after, BATCH);
        for (const { id, key } of videos) {
          signal.throwIfAborted();
          await makeThumbhash(deps, id, key);
        }
        after = videos.at(-1)?.id ?? null;
        if (after === null) return;
      }
    },
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
    log.warn({ err: error, videoId }, 'no thumbhash could be made');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
