import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { DomainError } from '../../platform/http/errors.ts';

/** Maximum number of bytes to read at once; few large operations are fastest. */
const BUFFER_BYTES = 1024 * 1024;

/** Gets bytes in the order of the file, for example a hash. They are valid during the call only. */
export interface BytesReader {
  update(bytes: Buffer): unknown;
}

export interface AppendOptions {
  /** Maximum number of bytes. */
  limit: number;
  /** Get the bytes that are written, too. */
  readers: readonly BytesReader[];
  stop: AbortSignal;
}

/** The received bytes of unfinished uploads. How many there are is the upload's offset. */
export interface PartialFiles {
  /** Received bytes; 0 if there are none yet. */
  size(id: string): Promise<number>;
  /**
   * Writes bytes at `offset` until the source ends or breaks, or `stop` is aborted. They are durable when this
   * returns.
   * @returns whether the source has ended, so that everything has arrived
   * @throws DomainError request.too_large for more bytes than the limit
   */
  append(id: string, offset: number, source: Readable, options: AppendOptions): Promise<boolean>;
  /** Removes the bytes from `size` on, where an append has begun. */
  truncate(id: string, size: number): Promise<void>;
  /** Makes a file of the bytes in a folder: by a link if that is possible, else by copying. @returns its path there */
  linkInto(id: string, folder: string): Promise<string>;
  /** No error if there is none. */
  remove(id: string): Promise<void>;
  /** Ids of all files. */
  list(): Promise<string[]>;
}

/** Takes bytes as they arrive, in the order of the file. */
export interface ByteSink {
  /** @returns null, or a promise if the source has to wait. The caller must not use the bytes any more. */
  add(bytes: Buffer): Promise<void> | null;
  /** Waits until everything is written. */
  end(): Promise<void>;
}

/**
 * Passes bytes on until the source ends or breaks, or `stop` is aborted. Whatever has arrived before reaches the sink, which is
 * ended. The source itself is not.
 * @returns whether the source has ended, so that everything has arrived
 * @throws DomainError request.too_large for more bytes than the limit
 */
export async function receive(
  source: Readable,
  { limit, stop }: Pick<AppendOptions, 'limit' | 'stop'>,
  sink: ByteSink,
): Promise<boolean> {
  const ended = Promise.withResolvers<boolean>();
  let left = limit;
  let room: Promise<void> | null = null;
  function take(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) {
      ended.reject(new DomainError('request.too_large'));
      return;
    }
    room = sink.add(chunk);
    if (!room) return;
    source.pause();
    room.then(() => source.resume(), ended.reject);
  }
  const stopped = () => ended.resolve(false);
  finished(source, { writable: false }, (error) => ended.resolve(!error));
  stop.addEventListener('abort', stopped);
  if (stop.aborted) stopped();
  else source.on('data', take);
  try {
    return await ended.promise;
  } finally {
    stop.removeEventListener('abort', stopped);
    source.off('data', take);
    source.pause();
    // What has arrived is saved in any case; an error of it is the one that counts.
    await room;
    await sink.end();
  }
}

/** SHA-256 of a file, in lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
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
}
