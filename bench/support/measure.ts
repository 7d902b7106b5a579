/** The middle of the sorted numbers, or the mean of the two middle numbers. NaN without numbers. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The smallest value that at least this share (0 to 1) of the values does not exceed. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The result of one repetition. */
export interface Repetition {
  /** In the row's unit. */
  value: number;
  /** How many times the work was done. */
  actions: number;
  /** Failed requests, if they are counted instead of ending the row. */
  errors?: number;
  /** Requests that were never sent because they waited too long. */
  late?: number;
}

/** The time of each action in milliseconds, and of all together in seconds. */
export interface Timing {
  times: number[];
  seconds: number;
}

/** Repeats work in parallel for some time. @param work gets the number of its worker, from 0 */
export async function repeatFor(
  seconds: number,
  parallel: number,
  work: (worker: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const repeat = async (worker: number) => {
    for (let start = performance.now(); start < end; ) {
      await work(worker);
      const now = performance.now();
      times.push(now - start);
      start = now;
    }
  };
  await Promise.all(Array.from({ length: parallel }, (_, worker) => repeat(worker)));
  return { times, seconds: (performance.now() - begin) / 1000 };
}

/** The median time, for rows in ms. */
export const asMedian = ({ times }: Timing): Repetition => ({ value: median(times), actions: times.length });

/** Actions per second, for rows in /s. */
export const asRate = ({ times, seconds }: Timing): Repetition => ({
  value: times.length / seconds,
  actions: times.length,
});

/** A seeded random number generator: values from 0 to below 1, the same in each run. */
export function repeatable(seed: number): () => number {
  let state = seed >>> 0;
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
