import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Number of tried requests or files, by kind. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Adds the counts of a suite to the JSON file in FUZZ_COUNTS, `{"<suite>": {"<kind>": number}}`. Does nothing without
 * FUZZ_COUNTS. Suites with the same file must not run concurrently.
 */
export function writeCounts(suite: string, counts: Counts): void {
  console.info(
    `${suite}: ${Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')}`,
  );
  const path = process.env.FUZZ_COUNTS;
  if (!path) return;
  let all: Record<string, Counts> = {};
  try {
    all = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // The first suite.
  }
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...all, [suite]: counts }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/**
 * Timeout of a fuzz test in milliseconds: an hour, and a minute per run. Only ends hanging tests, even on slow
 * machines.
 */
export function limitOf(runs: number): number {
  return 3_600_000 + runs * 60_000;
}

/** Number of runs per test: `everyDay` by default, `full` with FUZZ_RUNS=full, or the number in FUZZ_RUNS. */
export function runsOf({ everyDay, full }: { everyDay: number; full: number }): number {
  const wanted = process.env.FUZZ_RUNS;
  if (!wanted) return everyDay;
  return wanted === 'full' ? full : Number(wanted);
}
