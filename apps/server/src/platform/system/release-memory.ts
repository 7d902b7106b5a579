import { performance } from 'node:perf_hooks';

/** Check interval in milliseconds. */
const CHECK_EVERY_MS = 2_000;

/**
 * A process with a lower event loop utilization counts as idle: a pause of a tenth of a second is not noticeable then.
 */
const IDLE_SHARE = 0.05;

/** Minimum growth in bytes for a collection. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024;

/**
 * Releases memory to the system when the process is idle and has grown. V8 collects garbage only after allocating as
 * much as is in use, and keeps freed memory; only a last-resort collection releases it. Otherwise RSS would stay high
 * until a restart. Needs `--expose-gc`; does nothing without it.
 * @returns a function that stops it
 */
export function releaseMemory({ checkEveryMs = CHECK_EVERY_MS, minGrowthBytes = MIN_GROWTH_BYTES } = {}): () => void {
  const { gc } = globalThis;
  if (!gc) return () => {};
  let least = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE_SHARE) return;
    const now = process.memoryUsage.rss();
    least = Math.min(least, now);
    if (now - least < minGrowthBytes) return;
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    // The remaining memory is in use: the next collection is due after new growth.
    least = process.memoryUsage.rss();
  }, checkEveryMs).unref();
  return () => clearInterval(timer);
}
