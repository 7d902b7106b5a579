import type { Dirent } from 'node:fs';
import { mkdir, mkdtemp, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Temporary local folders for files in progress, for any storage. */
export interface Staging {
  /** Creates an empty folder. The caller removes it. */
  create(): Promise<string>;
  /** Removes folders without changes since `before`. @returns the number of removed folders */
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

/** Time of the last change below a path, in milliseconds. Writing to a file does not change its folder's mtime. */
async function lastChange(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  let latest = found?.mtimeMs ?? 0;
  if (!found?.isDirectory()) return latest;
  for await (const entry of entriesOf(path)) latest = Math.max(latest, await lastChange(join(path, entry.name)));
  return latest;
}

/** Entries of a folder, read lazily; none if the folder does not exist. */
async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Whether the error means that a file or folder does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
