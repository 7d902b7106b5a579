import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** A file of a video that is in storage, but belongs to no row yet. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

/** Move a finished file into storage under a new key of this video. @param extension without a dot */
export async function storeFile(
  storage: Pick<Storage, 'put'>,
  videoId: string,
  path: string,
  extension: string,
): Promise<StoredFile> {
  const key = `videos/${videoId}/${newId()}.${extension}`;
  const { size } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  await storage.put(key, path);
  return { key, size, sha256: hash.digest('hex') };
}
