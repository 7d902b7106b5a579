import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { DomainError } from '../../platform/http/errors.ts';

/** Size of a read in bytes; few large operations are fastest. */
const BUFFER_BYTES = 1024 * 1024;

/** Receives bytes in file order, for example a hash. The bytes are only valid during the call. */
export interface BytesReader {
  update(bytes: Buffer): unknown;
}

export interface AppendOptions {
  /** Maximum number of bytes. */
  limit: number;
  /** Also receive the written bytes. */
  readers: readonly BytesReader[];
  stop: AbortSignal;
}

/** The received bytes of unfinished uploads. Their number is the upload's offset. */
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
  /** Removes the bytes from `size` on, which a failed append has written. */
  truncate(id: string, size: number): Promise<void>;
  /** Provides the bytes as a file in a folder, by a link if possible, otherwise by copying. @returns its path */
  linkInto(id: string, folder: string): Promise<string>;
  /** No error if there is none. */
  remove(id: string): Promise<void>;
  /** Ids of all files. */
  list(): Promise<string[]>;
}

/** Accepts bytes as they arrive, in file order. */
export interface ByteSink {
  /** @returns null, or a promise if the source has to wait. The caller must not use the bytes any more. */
  add(bytes: Buffer): Promise<void> | null;
  /** Waits until everything is written. */
  end(): Promise<void>;
}

/**
 * Passes bytes to the sink until the source ends or fails, or `stop` is aborted. All bytes that arrived before are
 * passed on, then the sink is ended. The source is not closed.
 * @returns whether the source has ended, so all bytes have arrived
 * @throws DomainError request.too_large for more bytes than the limit
 */
export async function receive(
  source: Readable,
  { limit, stop }: Pick<AppendOptions, 'limit' | 'stop'>,
  sink: ByteSink,
): Promise<boolean> {
  const ended = Promise.withResolvers<boolean>();
  let left = limit;
  let drained: Promise<void> | null = null;
  function take(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) {
      ended.reject(new DomainError('request.too_large'));
      return;
    }
    drained = sink.add(chunk);
    if (!drained) return;
    source.pause();
    drained.then(() => source.resume(), ended.reject);
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
    // The received bytes are saved in any case; a write error has precedence.
    await drained;
    await sink.end();
  }
}

/** SHA-256 of a file, in lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    // One reused buffer: a stream would allocate one per MiB, which the garbage collector has to free.
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
