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
