import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A stored object of a video that no row refers to yet. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/**
 * Moves a finished file into storage under a new key of the video.
 * @param extension without a dot @throws the signal's reason, and nothing is stored
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
 * Stores the files of one attempt, all of them or none. Another attempt may be faster: then the signal interrupts this
 * one between two files, and those that no row will ever name are deleted.
 * @param work stores each file with the function that it gets, as storeFile() does
 * @throws what the work throws
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
