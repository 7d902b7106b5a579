import { constants, type Dirent } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, open, opendir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, type Storage, StorageMissingError, type StoredObject } from './storage.ts';

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Bytes read at once when serving: large reads cost the least (one MiB measured best). */
const READ_BUFFER = 1024 * 1024;

/** Files in a folder of this machine. `root/objects` holds them, `root/staging` what is not published yet. */
export function createLocalStorage(root: string): Storage {
  const objects = join(root, 'objects');
  const staging = join(root, 'staging');

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(objects, ...key.split('/'));
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
      for await (const path of walk(folder ? pathOf(folder.slice(0, -1)) : objects)) {
        const key = relative(objects, path).split(sep).join('/');
        if (!key.startsWith(prefix)) continue;
        const object = await statObject(key, path);
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
    async stagingFolder() {
      await mkdir(staging, { recursive: true, mode: 0o700 });
      return mkdtemp(join(staging, 'work-'));
    },
    async removeStaleStaging(before) {
      let removed = 0;
      for await (const entry of entriesOf(staging)) {
        const folder = join(staging, entry.name);
        if ((await lastChange(folder)) >= before.getTime()) continue;
        await rm(folder, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
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

async function* walk(folder: string): AsyncIterable<string> {
  for await (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** What a folder holds, read as it is needed; nothing if there is no such folder (any more). */
async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** When anything in a folder last changed, in milliseconds; an upload writes to a file and leaves its folder as it is. */
async function lastChange(folder: string): Promise<number> {
  let latest = (await stat(folder).catch(() => null))?.mtimeMs ?? 0;
  for await (const path of walk(folder)) {
    latest = Math.max(latest, (await stat(path).catch(() => null))?.mtimeMs ?? 0);
  }
  return latest;
}
