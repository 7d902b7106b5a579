/** Files smaller than this say more about the delay of a connection than about its bandwidth, in bytes. */
const MIN_BYTES = 8_000;

/** Assumed when nothing is known, in bits per second. */
const UNKNOWN = 1_000_000;

/** Highest estimate, in bits per second: enough for the largest size on most screens, until the player has measured. */
const HIGHEST = 8_000_000;

type Download = Pick<PerformanceResourceTiming, 'transferSize' | 'responseStart' | 'responseEnd'>;

/**
 * Bandwidth of this connection in bits per second, from what the page has downloaded so far, so that a video starts in a
 * size that suits the connection. If everything came from a cache, the browser's own estimate counts, where there is one.
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

/** Time in which at least one of the downloads was receiving: parallel ones share the connection. */
function secondsOf(downloads: readonly Download[]): number {
  let total = 0;
  let until = 0;
  for (const { responseStart, responseEnd } of downloads.toSorted((a, b) => a.responseStart - b.responseStart)) {
    total += Math.max(0, responseEnd - Math.max(responseStart, until));
    until = Math.max(until, responseEnd);
  }
  return total / 1000;
}
