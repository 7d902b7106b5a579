import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A stored object of a video that has no row yet. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Moves a finished file into storage under a new key of the video.
 * @param extension without a dot
 * @throws the signal's reason; then nothing is stored
 */
export async function storeFile(
  storage: Pick<Storage, 'put'>,
  videoId: string,
  path: string,
  extension: string,
  signal?: AbortSignal,
): Promise<StoredFile> {
  const key = `videos/${videoId}/${newId()}.${extension}`;
  const { size } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash, { ...(signal && { signal }) });
  signal?.throwIfAborted();
  await storage.put(key, path);
  return { key, size, sha256: hash.digest('hex') };
}

/**
 * Stores the files of one attempt, all or none. If another attempt finishes first, the signal interrupts this one
 * between two files, and the files stored so far are deleted.
 * @param work stores each file with the given function, like storeFile()
 * @throws the errors of `work`
 */
export async function storeTogether<T>(
  storage: Pick<Storage, 'put' | 'delete'>,
  videoId: string,
  signal: AbortSignal,
  work: (store: (path: string, extension: string) => Promise<StoredFile>) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = [];
  try {
    return await work(async (path, extension) => {
      const file = await storeFile(storage, videoId, path, extension, signal);
      stored.push(file);
      return file;
    });
  } catch (error) {
    await Promise.allSettled(stored.map(({ key }) => storage.delete(key)));
    throw error;
  }
}
