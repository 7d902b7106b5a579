import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 200;

/** A pause between two ticks from which this process itself must have stood still. */
const GAP_MS = 1000;

/**
 * Measures how long the processes of a run were ready but had no processor: other work took it, or somebody stopped them.
 * Limits of time that ran out meanwhile say nothing about the tests.
 * @param pid the process whose descendants count too
 * @returns ends the measurement; gives milliseconds, added up over the processes
 */
export function measureStarvation(pid: number): () => number {
  const before = threadTimes(pid);
  let gaps = 0;
  let last = Date.now();
  const tick = () => {
    const gap = Date.now() - last - TICK_MS;
    if (gap > GAP_MS) gaps += gap;
    last = Date.now();
  };
  const timer = setInterval(tick, TICK_MS);
  return () => {
    tick();
    clearInterval(timer);
    let delay = 0;
    for (const [thread, { waited }] of threadTimes(pid)) {
      delay += Math.max(0, waited - (before.get(thread)?.waited ?? 0));
    }
    return gaps + delay;
  };
}

/** Milliseconds of a processor that the process and its descendants have used, without those that have ended. */
export function processorTime(pid: number): number {
  return [...threadTimes(pid).values()].reduce((sum, { ran }) => sum + ran, 0);
}

/** Size of a page of memory on Linux with x64 and arm64, in bytes. */
const PAGE_BYTES = 4096;

/** Bytes of memory that the process and its descendants have now. What they share counts several times. */
export function memoryOf(pid: number): number {
  const pages = below(pid).map((one) => Number(read(`/proc/${one}/statm`).split(' ')[1] ?? 0));
  return pages.reduce((sum, count) => sum + count, 0) * PAGE_BYTES;
}

/** A process and its descendants. */
export function below(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of listed('/proc')) {
    // The name of the program is in brackets and may have any signs.
    const parent = Number(/^.*\) \S (\d+)/s.exec(read(`/proc/${name}/stat`))?.[1]);
    if (/^\d+$/.test(name) && parent) parents.set(Number(name), parent);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

/** Milliseconds that each thread of the processes had a processor, and waited for one. Only Linux counts them. */
function threadTimes(root: number): Map<string, { ran: number; waited: number }> {
  const times = new Map<string, { ran: number; waited: number }>();
  for (const pid of below(root)) {
    for (const thread of listed(`/proc/${pid}/task`)) {
      const [ran = 0, waited = 0] = read(`/proc/${pid}/task/${thread}/schedstat`).split(' ').map(Number);
      times.set(`${pid}/${thread}`, { ran: ran / 1e6, waited: waited / 1e6 });
    }
  }
  return times;
}

/** Processes may end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
