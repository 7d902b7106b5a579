import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished, type Readable } from 'node:stream';
import { DomainError } from '../../platform/errors.ts';
import { type BlockWriter, createBlockWriter } from './block-writer.ts';
import type { AppendOptions } from './received-bytes.ts';

/**
 * Writes what a source sends into a file until it ends or breaks, or `stop` is aborted. The source itself is not ended. The bytes
 * are on the disk when this returns.
 * @param offset where the first byte goes
 * @returns whether it has ended
 * @throws DomainError request.too_large for more bytes than the limit
 */
export async function receiveIntoFile(
  source: Readable,
  { limit, readers, stop }: AppendOptions,
  path: string,
  offset: number,
): Promise<boolean> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    const hasEnded = await pass(source, { limit, stop }, createBlockWriter(file, offset, readers));
    await file.sync();
    return hasEnded;
  } finally {
    await file.close();
  }
}

async function pass(
  source: Readable,
  { limit, stop }: Pick<AppendOptions, 'limit' | 'stop'>,
  writer: BlockWriter,
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
    room = writer.add(chunk);
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
    await writer.end();
  }
}
