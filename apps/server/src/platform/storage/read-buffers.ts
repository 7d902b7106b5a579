/** Size in bytes of what is read at once, as long as few files are read. */
const LARGE_BYTES = 256 * 1024;

/** The same if many are read: each of them holds a buffer while a slow client takes it. */
const SMALL_BYTES = 32 * 1024;

/** How many large buffers may be in use at once. */
const MAX_LARGE = 64;

/** How many buffers are kept for the next file. */
const MAX_KEPT = 16;

/** Buffers that are used again and again: new ones for each piece of a file would wait for the garbage collector. */
export interface ReadBuffers {
  take(): Buffer;
  giveBack(buffer: Buffer): void;
}

export function createReadBuffers(): ReadBuffers {
  const kept: Buffer[] = [];
  let large = 0;
  return {
    take() {
      if (large >= MAX_LARGE) return Buffer.allocUnsafeSlow(SMALL_BYTES);
      large += 1;
      return kept.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES);
    },
    giveBack(buffer) {
      if (buffer.length < LARGE_BYTES) return;
      large -= 1;
      if (kept.length < MAX_KEPT) kept.push(buffer);
    },
  };
}
