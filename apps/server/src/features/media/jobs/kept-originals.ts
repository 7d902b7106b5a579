import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '../../../platform/storage/storage.ts';

/** How long an unused original is kept, in milliseconds: the next chunk of the video may be queued. */
const STAY_MS = 60_000;

/** Local copies of originals, each fetched once for all chunks of a video that this worker encodes. */
export interface KeptOriginals {
  /**
   * @param work gets the absolute path of the original, in its own folder.
   * @throws the errors of `work` and of `materialize`
   */
  use<T>(key: string, signal: AbortSignal, work: (path: string) => Promise<T>): Promise<T>;
  /** Removes the copies that are not in use. */
  removeUnused(): Promise<void>;
}

interface Kept {
  folder: string;
  path: Promise<string>;
  users: number;
  timer?: NodeJS.Timeout | undefined;
}

export function createKeptOriginals(storage: Pick<Storage, 'stagingFolder' | 'materialize'>): KeptOriginals {
  const kept = new Map<string, Kept>();

  async function remove(key: string, one: Kept): Promise<void> {
    if (kept.get(key) === one) kept.delete(key);
    clearTimeout(one.timer);
    await rm(one.folder, { recursive: true, force: true });
  }
  async function removeUnused(except?: string): Promise<void> {
    for (const [key, one] of kept) if (one.users === 0 && key !== except) await remove(key, one);
  }
  async function fetch(key: string, signal: AbortSignal): Promise<Kept> {
    await removeUnused(key);
    const folder = await storage.stagingFolder();
    const there = kept.get(key);
    if (there) {
      await rm(folder, { recursive: true, force: true });
      return there;
    }
    const input = join(folder, 'input');
    const path = mkdir(input).then(() => storage.materialize(key, input, 'original', signal));
    const one: Kept = { folder, path, users: 0 };
    kept.set(key, one);
    return one;
  }

  return {
    async use(key, signal, work) {
      const one = kept.get(key) ?? (await fetch(key, signal));
      clearTimeout(one.timer);
      one.users += 1;
      let isFetched = false;
      try {
        const path = await one.path;
        isFetched = true;
        return await work(path);
      } finally {
        one.users -= 1;
        if (one.users === 0) {
          if (!isFetched || signal.aborted) await remove(key, one);
          else one.timer = setTimeout(() => void remove(key, one).catch(() => {}), STAY_MS).unref();
        }
      }
    },
    removeUnused,
  };
}
