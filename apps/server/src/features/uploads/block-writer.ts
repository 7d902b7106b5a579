import type { FileHandle } from 'node:fs/promises';
import type { ByteSink, BytesReader } from './received-bytes.ts';

/** Maximum number of bytes to write at once; few large writes are fastest. */
const BLOCK_BYTES = 1024 * 1024;

/** From which size on the memory of a piece is freed. The parser of forms keeps a small buffer, and gives out parts of it. */
const RELEASED_FROM_BYTES = 16 * 1024;

/** After how many bytes they are brought to the disk, while more arrive: so there is little to wait for at the end. */
const FLUSHED_BYTES = 32 * 1024 * 1024;

/**
 * Writes bytes that arrive in small pieces into a file: while some are written, the next ones are collected. Each piece is copied,
 * and the memory of a large one is freed at once. At the end everything is written, but not flushed.
 * @param position of the first byte in the file
 * @param readers get each block when it is being written
 */
export function createBlockWriter(file: FileHandle, position: number, readers: readonly BytesReader[]): ByteSink {
  let next = position;
  let filling = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let other = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = 0;
  let writing: Promise<void> | null = null;
  let soon: NodeJS.Immediate | undefined;
  let flushed = position;
  let flushing: Promise<void> | null = null;

  /** Writes what was collected, and then what was collected meanwhile. */
  function begin(): void {
    clearImmediate(soon);
    soon = undefined;
    const block = filling.subarray(0, filled);
    [filling, other] = [other, filling];
    filled = 0;
    writing = writeAll(file, block, next).then(() => {
      writing = null;
      flush();
      if (filled > 0) begin();
    });
    // Meanwhile: the disk does not need this thread.
    for (const reader of readers) reader.update(block);
    next += block.length;
    // Whoever waits for it learns of an error: add() at the latest when the other block is full, or end().
    writing.catch(() => {});
  }

  function flush(): void {
    if (flushing || next - flushed < FLUSHED_BYTES) return;
    flushed = next;
    flushing = file.datasync().then(() => {
      flushing = null;
    });
    // Linux reports an error of the disk once. It stays here for end(), since the last flush may not see it again.
    flushing.catch(() => {});
  }

  /** Copies what there is room for. @returns how much */
  function copy(bytes: Buffer): number {
    const copied = bytes.copy(filling, filled);
    filled += copied;
    if (writing) return copied;
    if (filled === BLOCK_BYTES) begin();
    // What has arrived in the same moment is written together.
    else soon ??= setImmediate(begin);
    return copied;
  }

  async function addRest(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += copy(bytes.subarray(at))) {
      if (filled === BLOCK_BYTES) await writing;
    }
  }

  return {
    add(bytes) {
      const copied = copy(bytes);
      if (copied < bytes.length) return addRest(bytes.subarray(copied));
      release(bytes);
      return null;
    },
    async end() {
      if (soon) begin();
      while (writing) await writing;
      await flushing;
    },
  };
}

/**
 * Frees the memory of a piece, if it has one of its own. V8 would collect all garbage after each 64 MiB of such pieces, which took
 * half of the processor time of an upload, because there is little else that makes it collect the young ones.
 */
function release({ buffer, length }: Buffer): void {
  if (length >= RELEASED_FROM_BYTES && length === buffer.byteLength && buffer instanceof ArrayBuffer)
    buffer.transfer(0);
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
