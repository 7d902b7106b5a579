import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerConfig } from '../../platform/config.ts';
import { DomainError } from '../../platform/errors.ts';

/** Maximum number of bytes to read or write at once; few large operations are fastest. */
const BUFFER_BYTES = 1024 * 1024;

/** The received bytes of unfinished uploads: local files, whose size is the upload's offset. */
export interface PartialFiles {
  /** Received bytes; 0 if there is no file yet. */
  size(id: string): Promise<number>;
  /**
   * Writes bytes at `offset` until the source ends or breaks, or `stop` is aborted. They are on the disk when this
   * returns.
   * @param options.limit maximum number of bytes
   * @param options.hash gets the bytes too
   * @returns whether the source has ended, so that everything has arrived
   * @throws DomainError request.too_large for more bytes than the limit
   */
  append(
    id: string,
    offset: number,
    source: Readable,
    options: { limit: number; hash: Hash | undefined; stop: AbortSignal },
  ): Promise<boolean>;
  /** Removes the bytes after `size`. */
  truncate(id: string, size: number): Promise<void>;
  /** SHA-256 of the file, in lower-case hex. */
  sha256(id: string): Promise<string>;
  /** Links the file into a folder; copies it if links are not possible. @returns its path there */
  linkInto(id: string, folder: string): Promise<string>;
  /** No error if there is none. */
  remove(id: string): Promise<void>;
  /** Ids of all files. */
  list(): Promise<string[]>;
}

export function partialFiles(config: Pick<ServerConfig, 'dataDir'>): PartialFiles {
  const folder = join(config.dataDir, 'media/partial');
  const pathOf = (id: string) => join(folder, id);
  return {
    async size(id) {
      return (await stat(pathOf(id)).catch(ifMissing(null)))?.size ?? 0;
    },
    async append(id, offset, source, { limit, hash, stop }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      // Ending this stream, not the source, lets the bytes that have already arrived reach the file.
      const received = new PassThrough();
      let stopped = false;
      function close(): void {
        stopped = true;
        source.unpipe(received);
        received.end();
      }
      let left = limit;
      async function* measured(bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          left -= chunk.length;
          if (left < 0) throw new DomainError('request.too_large');
          hash?.update(chunk);
          yield chunk;
        }
      }
      finished(source, { writable: false }, (error) => {
        if (error) close();
      });
      stop.addEventListener('abort', close);
      if (stop.aborted) close();
      else source.pipe(received);
      try {
        await pipeline(
          received,
          measured,
          file.createWriteStream({ start: offset, highWaterMark: BUFFER_BYTES, flush: true }),
        );
      } finally {
        stop.removeEventListener('abort', close);
        source.unpipe(received);
      }
      return !stopped;
    },
    async truncate(id, size) {
      await truncate(pathOf(id), size);
    },
    async sha256(id) {
      const hash = createHash('sha256');
      const file = await open(pathOf(id), 'r');
      try {
        // One buffer for all: a stream would allocate one for each MiB and leave them to the garbage collector.
        const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, buffer.length);
          if (bytesRead === 0) return hash.digest('hex');
          hash.update(buffer.subarray(0, bytesRead));
        }
      } finally {
        await file.close();
      }
    },
    async linkInto(id, into) {
      const path = join(into, 'upload');
      await link(pathOf(id), path).catch(() => copyFile(pathOf(id), path, constants.COPYFILE_FICLONE));
      return path;
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async list() {
      return readdir(folder).catch(ifMissing<string[]>([]));
    },
  };
}

/** For `catch`: a value in place of a missing file or folder. */
function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
}
