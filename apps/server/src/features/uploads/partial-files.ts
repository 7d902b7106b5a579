import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerConfig } from '../../platform/config.ts';
import { DomainError } from '../../platform/errors.ts';

/** Bytes read or written at once at most; large stretches cost the least. */
const BUFFER_BYTES = 1024 * 1024;

/** What of a resumable upload has arrived: a file of this machine whose size is the upload's offset. */
export interface PartialFiles {
  /** Bytes that have arrived; 0 for an upload that has not begun. */
  size(id: string): Promise<number>;
  /**
   * Write what arrives behind `offset`, until the sender ends, goes away or `stop` is aborted. What has arrived until
   * then is kept, on the disk, when this returns.
   * @param options.limit bytes there is room for
   * @param options.hash gets the bytes too
   * @returns whether all arrived that was sent
   * @throws DomainError request.too_large for more bytes than that
   */
  append(
    id: string,
    offset: number,
    source: Readable,
    options: { limit: number; hash: Hash | null; stop: AbortSignal },
  ): Promise<boolean>;
  /** Take back what lies behind `size`. */
  truncate(id: string, size: number): Promise<void>;
  /** SHA-256 of the bytes, in lower-case hex. */
  sha256(id: string): Promise<string>;
  /** Give the file as one of `folder` too, without copying it where that is possible. @returns its path */
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
      return (await stat(pathOf(id)).catch(missing(null)))?.size ?? 0;
    },
    async append(id, offset, source, { limit, hash, stop }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600);
      // Between the sender and the file, so that a stop lets what has arrived run out instead of tearing it off.
      const gate = new PassThrough();
      let stopped = false;
      function close(): void {
        stopped = true;
        source.unpipe(gate);
        gate.end();
      }
      let room = limit;
      async function* measured(bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          room -= chunk.length;
          if (room < 0) throw new DomainError('request.too_large');
          hash?.update(chunk);
          yield chunk;
        }
      }
      finished(source, { writable: false }, (error) => {
        if (error) close();
      });
      stop.addEventListener('abort', close);
      if (stop.aborted) close();
      else source.pipe(gate);
      try {
        await pipeline(
          gate,
          measured,
          file.createWriteStream({ start: offset, highWaterMark: BUFFER_BYTES, flush: true }),
        );
      } finally {
        stop.removeEventListener('abort', close);
        source.unpipe(gate);
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
        // One buffer over and over: a stream would leave one behind for each MiB, until somebody clears them away.
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
      return readdir(folder).catch(missing<string[]>([]));
    },
  };
}

/** What stands for a file or folder that is not there. */
function missing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
}
