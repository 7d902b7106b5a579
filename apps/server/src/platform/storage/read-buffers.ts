/** Buffer size in bytes while few files are read. */
const LARGE_BYTES = 256 * 1024;

/**
 * Buffer size if many files are read, because each holds a buffer while a slow client receives it. Enough for a short
 * range.
 */
const SMALL_BYTES = 64 * 1024;

/** Maximum number of large buffers in use. */
const MAX_LARGE = 64;

/** Maximum number of unused buffers per size: 20 MiB. */
const MAX_KEPT = 64;

/** How long unused buffers are kept, in milliseconds. */
const KEPT_MS = 5_000;

/** Reusable buffers. New buffers for each chunk would trigger a full garbage collection after every 64 MiB. */
export interface ReadBuffers {
  /** @param bytes number of bytes to read */
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

/** Frees the memory immediately, without garbage collection. */
function free({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
