import { setTimeout as delay } from 'node:timers/promises';

/** How long a request waits for its turn before somebody would give up, in milliseconds. */
const PATIENCE_MS = 5_000;

/**
 * Starts work at a fixed rate, whether the earlier work is done or not, like people who do not know of each other. Times
 * count from when the work was due, so a server that stops for a while is slow for all who wait.
 * @param options.parallel at most so much is under way; the rest waits
 * @returns milliseconds of what was done, how much failed, and how much was never sent because those before it took too long
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
 * The highest of some rates that can be kept, found by halving: a few are tried instead of all.
 * @param rates in ascending order
 * @param isKept tries a rate
 * @returns 0 if none can be kept
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
