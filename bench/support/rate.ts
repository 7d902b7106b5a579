import { setTimeout as delay } from 'node:timers/promises';

/** Timeout of a request in the queue, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Starts work at a fixed rate, whether earlier work is done or not (open-loop load). Times count from the scheduled
 * start, so a server that pauses is slow for everyone who waits.
 * @param options.parallel maximum number of parallel actions; the rest waits
 * @returns the milliseconds of each action, the number of failures, and the number that was never sent
 */
export async function atRate(options: {
  rate: number;
  seconds: number;
  parallel: number;
  work: () => Promise<unknown>;
}): Promise<{ times: number[]; failed: number; late: number }> {
  const { rate, seconds, parallel, work } = options;
  const times: number[] = [];
  const waiting: number[] = [];
  let failed = 0;
  let late = 0;
  let running = 0;

  const start = () => {
    while (running < parallel) {
      const due = waiting.shift();
      if (due === undefined) return;
      if (performance.now() - due > PATIENCE_MS) {
        late += 1;
        continue;
      }
      running += 1;
      work()
        .then(
          () => times.push(performance.now() - due),
          () => (failed += 1),
        )
        .finally(() => {
          running -= 1;
          start();
        });
    }
  };

  const begin = performance.now();
  for (let planned = 0; planned < rate * seconds; ) {
    const now = performance.now();
    for (; planned < rate * seconds && begin + (planned * 1000) / rate <= now; planned += 1) {
      waiting.push(begin + (planned * 1000) / rate);
    }
    start();
    await delay(1);
  }
  while (running > 0 || waiting.length > 0) {
    await delay(10);
    start();
  }
  return { times, failed, late };
}

/**
 * Finds the highest sustainable rate by binary search.
 * @param rates in ascending order
 * @param isKept tries a rate
 * @returns 0 if none is sustainable
 */
export async function highestOf(rates: readonly number[], isKept: (rate: number) => Promise<boolean>): Promise<number> {
  let [kept, tooHigh] = [-1, rates.length];
  while (tooHigh - kept > 1) {
    const middle = (kept + tooHigh) >> 1;
    if (await isKept(rates[middle] ?? 0)) kept = middle;
    else tooHigh = middle;
  }
  return rates[kept] ?? 0;
}
