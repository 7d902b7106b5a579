import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { emptyRow, HEAD, mergeRows, rowOf } from './faults/report.ts';
import { removeCommonInstallation, SCENARIOS, type Scenario } from './faults/scenarios.ts';

/**
 * `npm run faults`: breaks parts of real installations while people use them, and prints one table: what failed meanwhile,
 * which acknowledged writes are gone, what is visible by half, and how long it took to recover. Hours in full. `--quick` is
 * the short run of `npm run test:all`, `--times=5` does each five times, `--minutes=5` ends a fault after
 * that time, `--only=word` runs the faults with this word in their name, `--write` puts each row into docs/faults.md when it is done. Fails if anything acknowledged is lost, anything is
 * visible by half, or a process ended by itself.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    times: { type: 'string' },
    minutes: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const page = join(import.meta.dirname, '../docs/faults.md');
const rows: string[] = [];
let failed = false;
try {
  for (const scenario of SCENARIOS) {
    if (options.only && !scenario.name.includes(options.only)) continue;
    const { row, ran } = await runScenario(scenario);
    rows.push(row);
    console.log(row);
    // At once, so that what has been run is kept if a later one is stopped.
    if (options.write && ran) save(scenario.name, row);
  }
} finally {
  await removeCommonInstallation();
}
console.log(`\n${HEAD}\n${rows.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;

async function runScenario({
  name,
  times,
  timesQuick,
  missing,
  run,
}: Scenario): Promise<{ row: string; ran: boolean }> {
  const reason = missing?.();
  if (reason) return { row: emptyRow(name, `not run: ${reason}`), ran: false };
  const count = options.times ? Number(options.times) : options.quick ? timesQuick : times;
  if (count === 0) return { row: emptyRow(name, 'not in the short run'), ran: false };
  console.log(`${name}, ${count} times`);
  let done = 0;
  const until = Date.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  function* rounds() {
    for (; done < count && Date.now() < until; done += 1) yield done;
  }
  const outcome = await run(rounds());
  for (const [what, list] of Object.entries({
    'wrong answer': new Set(outcome.wrong),
    lost: outcome.lost,
    'half visible': outcome.halfVisible,
    ended: outcome.ended,
  })) {
    for (const one of list) console.error(`  ${what}: ${one}`);
  }
  if (outcome.lost.length + outcome.halfVisible.length + outcome.ended.length > 0) failed = true;
  return { row: rowOf(name, today(), done, outcome), ran: true };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function save(name: string, row: string): void {
  const names = SCENARIOS.map((scenario) => scenario.name);
  writeFileSync(page, mergeRows(readFileSync(page, 'utf8'), names, new Map([[name, row]])));
}
