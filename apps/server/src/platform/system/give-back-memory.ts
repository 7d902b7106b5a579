import { performance } from 'node:perf_hooks';

/** How often a process looks at itself, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** The share of the time in which it works, below which it counts as quiet: nobody notices a pause of a tenth of a second then. */
const QUIET_SHARE = 0.05;

/** From which growth in bytes on it is worth it. */
const WORTH_BYTES = 24 * 1024 * 1024;

/**
 * Gives memory back to the system when the process is quiet and has grown. V8 collects garbage only when it has made as much as it
 * still needs, or more, and it keeps what it has freed for itself, without end; only a collection as for lack of memory gives it
 * back. So a busy hour would be paid for until the next start. Needs `--expose-gc`; does nothing without it.
 * @returns a function that stops it
 */
export function giveBackMemory({ lookEveryMs = LOOK_EVERY_MS, worthBytes = WORTH_BYTES } = {}): () => void {
  const { gc } = globalThis;
  if (!gc) return () => {};
  let least = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > QUIET_SHARE) return;
    const now = process.memoryUsage.rss();
    least = Math.min(least, now);
    if (now - least < worthBytes) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    // What is left is needed: it is not worth another one before there is more.
    least = process.memoryUsage.rss();
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}
