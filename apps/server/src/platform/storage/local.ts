import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createOpenFiles } from './open-files.ts';
import { createReadBuffers } from './read-buffers.ts';
import { createStaging, isMissing } from './staging.ts';
import { type ByteRange, checkedKey, type Storage, StorageMissingError, type StoredObject } from './storage.ts';

/** Read size in bytes of streams. */
const STREAM_BUFFER = 256 * 1024;

/** The internal location in nginx for the folder of objects, as in deploy/nginx/kinreel.conf. */
const NGINX_LOCATION = '/.kinreel-objects/';

/**
 * Storage in a local folder: objects in `root/objects`, unpublished files in `root/staging`.
 * @param options.offload whether the nginx in front sends files
 */
export function createLocalStorage(root: string, options: { offload?: boolean } = {}): Storage {
  const objects = join(root, 'objects');
  const staging = createStaging(join(root, 'staging'));
  const buffers = createReadBuffers();
  const files = createOpenFiles();

  function pathOf(key: string): string {
    return join(objects, ...checkedKey(key).split('/'));
  }

  function refuseMissing(key: string, error: unknown): never {
    throw isMissing(error) ? new StorageMissingError(key) : error;
  }

  /** Reads a file in chunks. */
  async function* piecesOf(
    { file, done }: Awaited<ReturnType<typeof files.use>>,
    { start, end }: ByteRange,
  ): AsyncGenerator<Buffer, void> {
    const buffer = buffers.take(end - start + 1);
    try {
      for (let next = start; next <= end; ) {
        const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - next + 1), next);
        if (bytesRead === 0) return;
        next += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      buffers.giveBack(buffer);
      done();
    }
  }

  return {
    async put(key, localPath) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await syncFile(localPath);
      await rename(localPath, target);
      files.forget(target);
      await syncFile(dirname(target));
      await syncFile(dirname(dirname(target)));
    },
    async open(key, range?: ByteRange): Promise<Readable> {
      const file = await open(pathOf(key), 'r').catch((error) => refuseMissing(key, error));
      return file.createReadStream({
        highWaterMark: STREAM_BUFFER,
        ...(range ? { start: range.start, end: range.end } : {}),
      });
    },
    async stat(key) {
      return statObject(key, pathOf(key));
    },
    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      files.forget(path);
      // Removes the folder with its last file; fails while it is not empty.
      await rmdir(dirname(path)).catch(() => {});
    },
    async *list(prefix) {
      // Only the deepest folder of the prefix is walked, never the complete storage.
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
    pieces: async (key, range) =>
      piecesOf(await files.use(pathOf(key)).catch((error) => refuseMissing(key, error)), range),
    direct: null,
    // Keys only contain characters that need no encoding.
    offload: options.offload ? (key) => NGINX_LOCATION + checkedKey(key) : null,
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

/** Flushes a file or folder to disk, so that it survives a power cut. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Keys of all files below a folder (`''` or `videos/`), sorted; none if the folder does not exist. */
async function* keysBelow(objects: string, folder: string): AsyncIterable<string> {
  const entries = await readdir(join(objects, folder), { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  // Folders are sorted with a slash, because in keys it sorts after `-` and `.`, and before letters.
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
  for (const name of names) {
    if (name.endsWith('/')) yield* keysBelow(objects, `${folder}${name}`);
    else yield `${folder}${name}`;
  }
}
