import { median, repeatFor } from '../support/measure.ts';
import { cpuTimes, findParts } from '../support/processes.ts';

/** One of several things that should cost the same. */
export interface Subject {
  /** Of the Kinreel that does the work. */
  dataDir: string;
  work(): Promise<unknown>;
}

/** How often the subjects take turns, and for how many seconds each time. */
export interface Turns {
  repetitions: number;
  seconds: number;
}

/** What one action took. */
export interface Cost {
  /** Median of the medians, in milliseconds. */
  milliseconds: number;
  /** Of the API and PostgreSQL together, in milliseconds. It hardly depends on other work of the machine. */
  cpu: number;
}

/** Measures the subjects in turn, one action at a time, so that other work of the machine changes all of them. */
export async function compare(subjects: readonly Subject[], { repetitions, seconds }: Turns): Promise<Cost[]> {
  const parts = subjects.map(({ dataDir }) => findParts(dataDir));
  const all = subjects.map(() => ({ times: [] as number[], cpu: 0, actions: 0 }));
  // The first time is slower: code is compiled, statements are planned, pages are read.
  for (const { work } of subjects) await repeatFor(Math.min(seconds, 0.5), 1, work);
  for (let n = 0; n < repetitions; n += 1) {
    for (const [index, { work }] of subjects.entries()) {
      const [part, sum] = [parts[index], all[index]];
      if (!part || !sum) continue;
      const before = cpuTimes(part);
      const { times } = await repeatFor(seconds, 1, work);
      const after = cpuTimes(part);
      sum.times.push(median(times));
      sum.cpu += after.api - before.api + after.postgres - before.postgres;
      sum.actions += times.length;
    }
  }
  return all.map(({ times, cpu, actions }) => ({ milliseconds: median(times), cpu: cpu / actions }));
}
