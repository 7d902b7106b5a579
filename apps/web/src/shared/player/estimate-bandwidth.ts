/** Files below this size in bytes measure latency rather than bandwidth. */
const MIN_BYTES = 8_000;

/** Assumed if nothing is known, in bits per second. */
const UNKNOWN = 1_000_000;

/**
 * Highest estimate, in bits per second: enough for the largest rendition on most screens, until the player has
 * measured.
 */
const HIGHEST = 8_000_000;

type Download = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>;

/**
 * Bandwidth of this connection in bits per second, from the page's downloads so far, so that a video starts with a
 * suitable rendition. If everything came from a cache, uses the browser's own estimate if there is one.
 */
export function estimateBandwidth(
  downloads: readonly Download[] = performance.getEntriesByType('resource') as PerformanceResourceTiming[],
  browserEstimate = (navigator as { connection?: { downlink?: number } }).connection?.downlink,
): number {
  const measured = downloads.filter(({ transferSize }) => transferSize >= MIN_BYTES);
  const seconds = secondsOf(measured);
  if (seconds > 0)
    return Math.min(HIGHEST, (measured.reduce((sum, { transferSize }) => sum + transferSize, 0) * 8) / seconds);
  return browserEstimate ? Math.min(HIGHEST, browserEstimate * 1_000_000) : UNKNOWN;
}

/** Time in which at least one download was active: parallel ones share the connection. */
function secondsOf(downloads: readonly Download[]): number {
  let total = 0;
  let until = 0;
  for (const { responseStart, responseEnd } of downloads.toSorted((a, b) => a.responseStart - b.responseStart)) {
    total += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return total / 1000;
}
