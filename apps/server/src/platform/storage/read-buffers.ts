/** Size in bytes of what is read at once, as long as few files are read. */
const LARGE_BYTES = 256 * 1024;

/** The same if many are read: each of them holds a buffer while a slow client takes it. Enough for a short range. */
const SMALL_BYTES = 64 * 1024;

/** How many large buffers may be in use at once. */
const MAX_LARGE = 64;

/** How many buffers of each size are kept for the next files: 20 MiB. */
const MAX_KEPT = 64;

/** How long buffers are kept, in milliseconds, when nothing is read. */
const KEPT_MS = 5_000;

/**
 * Buffers that are used again and again. New ones for each piece of a file would wait for the garbage collector, which starts for
 * all memory whenever 64 MiB of them have been made.
 */
export interface ReadBuffers {
  /** @param bytes how many are going to be read */
  take(bytes: number): Buffer;
  giveBack(buffer: Buffer): void;
}

export function createReadBuffers(): ReadBuffers {
  const large: Buffer[] = [];
  const small: Buffer[] = [];
  let largeInUse = 0;
  let lastUsed = 0;
  let timer: NodeJS.Timeout | null = null;

  function freeUnused(): void {
    timer = null;
    const restMs = lastUsed + KEPT_MS - Date.now();
    if (restMs > 0) {
      timer = setTimeout(freeUnused, restMs).unref();
      return;
    }
    for (const buffer of [...large.splice(0), ...small.splice(0)]) free(buffer);
  }

  return {
    take(bytes) {
      lastUsed = Date.now();
      if (bytes <= SMALL_BYTES || largeInUse >= MAX_LARGE) return small.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
      largeInUse += 1;
      return large.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES);
    },
    giveBack(buffer) {
      const isLarge = buffer.length === LARGE_BYTES;
      if (isLarge) largeInUse -= 1;
      const kept = isLarge ? large : small;
      if (kept.length < MAX_KEPT) kept.push(buffer);
      else free(buffer);
      if (!timer) timer = setTimeout(freeUnused, KEPT_MS).unref();
    },
  };
}

/** At once, without waiting for the garbage collector. */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
