import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** How many requests or files a suite tried, by their kind. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Adds the counts of a suite to the JSON file that FUZZ_COUNTS names, `{"<suite>": {"<kind>": number}}`; without it nothing
 * is written. Suites that share a file run one after the other.
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
 * The most that a fuzz test may take, in milliseconds: an hour, and a minute for each run. It only ends what hangs, on a slow
 * or busy machine too.
 */
export function limitOf(runs: number): number {
  return 3_600_000 + runs * 60_000;
}

/**
 * How often a suite tries each thing: a small number for every day, `full` of them with FUZZ_RUNS=full, or as often as
 * FUZZ_RUNS says.
 */
export function runsOf({ everyDay, full }: { everyDay: number; full: number }): number {
  const wanted = process.env.FUZZ_RUNS;
  if (!wanted) return everyDay;
  return wanted === 'full' ? full : Number(wanted);
}
