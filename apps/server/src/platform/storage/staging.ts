import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of work under way on the disk of this machine, whatever the storage. */
export interface Staging {
  /** An empty folder of its own, removed by the caller. */
  create(): Promise<string>;
  /** Remove folders in which nothing has changed since `before`. @returns how many */
  removeStale(before: Date): Promise<number>;
}

export function createStaging(root: string): Staging {
  return {
    async create() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      return mkdtemp(join(root, 'work-'));
    },
    async removeStale(before) {
      let removed = 0;
      for await (const entry of entriesOf(root)) {
        const folder = join(root, entry.name);
        if ((await lastChange(folder)) >= before.getTime()) continue;
        await rm(folder, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** When anything in a folder last changed, in milliseconds; an upload writes to a file and leaves its folder as it is. */
async function lastChange(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  let latest = found?.mtimeMs ?? 0;
  if (!found?.isDirectory()) return latest;
  for await (const entry of entriesOf(path)) latest = Math.max(latest, await lastChange(join(path, entry.name)));
  return latest;
}

/** What a folder holds, read as it is needed; nothing if there is no such folder (any more). */
async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether a file or folder is not there. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
