import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createStaging, isMissing } from './staging.ts';
import { type ByteRange, checkedKey, type Storage, StorageMissingError, type StoredObject } from './storage.ts';

/** Bytes read at once when serving: large reads cost the least (one MiB measured best). */
const READ_BUFFER = 1024 * 1024;

/** Files in a folder of this machine. `root/objects` holds them, `root/staging` what is not published yet. */
export function createLocalStorage(root: string): Storage {
  const objects = join(root, 'objects');
  const staging = createStaging(join(root, 'staging'));

  function pathOf(key: string): string {
    return join(objects, ...checkedKey(key).split('/'));
  }

  return {
    async put(key, localPath) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await syncFile(localPath);
      await rename(localPath, target);
      await syncFile(dirname(target));
      await syncFile(dirname(dirname(target)));
    },
    async open(key, range?: ByteRange): Promise<Readable> {
      const file = await open(pathOf(key), 'r').catch((error) => {
        throw isMissing(error) ? new StorageMissingError(key) : error;
      });
      return file.createReadStream({
        highWaterMark: READ_BUFFER,
        ...(range ? { start: range.start, end: range.end } : {}),
      });
    },
    async stat(key) {
      return statObject(key, pathOf(key));
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      // The folder of a video goes with its last file; it stays while another is in it.
      await rmdir(dirname(path)).catch(() => {});
    },
    async *list(prefix) {
      // Only the deepest folder that the prefix names is walked, never the whole storage.
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      if (folder) checkedKey(folder.slice(0, -1));
      for await (const key of keysBelow(objects, folder)) {
        if (!key.startsWith(prefix)) continue;
        const object = await statObject(key, pathOf(key));
        if (object) yield object;
      }
    },
    async materialize(key, folder, name) {
      const path = join(folder, name);
      await link(pathOf(key), path).catch(async (error: NodeJS.ErrnoException) => {
        if (isMissing(error)) throw new StorageMissingError(key);
        await copyFile(pathOf(key), path, constants.COPYFILE_FICLONE);
      });
      return path;
    },
    stagingFolder: staging.create,
    removeStaleStaging: staging.removeStale,
    direct: null,
  };
}

async function statObject(key: string, path: string): Promise<StoredObject | null> {
  try {
    const { size, mtime } = await stat(path);
    return { key, size, modifiedAt: mtime };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Flush a file or folder to the disk, so that a power cut after this cannot take it back. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Keys of all files below a folder (`''` or `videos/`), in order; none if there is no such folder (any more). */
async function* keysBelow(objects: string, folder: string): AsyncIterable<string> {
  const entries = await readdir(join(objects, folder), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  // A folder counts with its slash: as part of a key it comes after `-` and `.`, and before letters.
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    if (name.endsWith('/')) yield* keysBelow(objects, `${folder}${name}`);
    else yield `${folder}${name}`;
  }
}
