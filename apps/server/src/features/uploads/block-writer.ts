import type { FileHandle } from 'node:fs/promises';
import type { ByteSink, BytesReader } from './received-bytes.ts';

/** Size of a write in bytes; few large writes are fastest. */
const BLOCK_BYTES = 1024 * 1024;

/** Memory of larger chunks is freed immediately. The form parser reuses a small buffer and passes parts of it. */
const RELEASED_FROM_BYTES = 16 * 1024;

/** Flushed to disk after this many bytes while more arrive, so that there is little to flush at the end. */
const FLUSHED_BYTES = 32 * 1024 * 1024;

/**
 * Writes small chunks of bytes into a file in blocks: while one block is written, the next one is filled. Each chunk is
 * copied, and the memory of a large one is freed immediately. At the end everything is written, but not flushed.
 * @param position of the first byte in the file
 * @param readers get each block while it is written
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

  /** Writes the filled block, then the block that was filled meanwhile. */
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
    // In parallel to the write, which does not use this thread.
    for (const reader of readers) reader.update(block);
    next += block.length;
    // The error is reported by add(), at the latest when the other block is full, or by end().
    writing.catch(() => {});
  }

  function flush(): void {
    if (flushing || next - flushed < FLUSHED_BYTES) return;
    flushed = next;
    flushing = file.datasync().then(() => {
      flushing = null;
    });
    // Linux reports a disk error once, so the error is kept for end(): the last flush may not see it again.
    flushing.catch(() => {});
  }

  /** Copies as much as fits into the block. @returns the number of bytes */
  function copy(bytes: Buffer): number {
    const copied = bytes.copy(filling, filled);
    filled += copied;
    if (writing) return copied;
    if (filled === BLOCK_BYTES) begin();
    // Chunks that arrive in the same tick are written together.
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
 * Frees the memory of a chunk that has its own buffer. Otherwise V8 would run a full garbage collection after every 64
 * MiB of chunks, because young objects are rarely collected during an upload; that took half of its CPU time.
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
