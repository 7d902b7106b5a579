import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { emptyRow, HEAD, rowOf } from './faults/report.ts';
import { removeCommonInstallation, SCENARIOS, type Scenario } from './faults/scenarios.ts';

/**
 * `npm run faults`: injects faults into real installations under load, and prints a table: failed requests, lost
 * acknowledged writes, incomplete videos, and recovery time. Takes hours. `--quick` is the short run of `npm run
 * test:all`, `--times=5` injects each fault five times, `--minutes=5` limits the time per fault, `--only=word` selects
 * faults by name. Writes the table to test-results/faults.md. Fails if an acknowledged write is lost, a visible video
 * is incomplete, or a process crashed.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    times: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const page = join(import.meta.dirname, '../test-results/faults.md');
mkdirSync(dirname(page), { recursive: true });
const rows: string[] = [];
let failed = false;
try {
  for (const scenario of SCENARIOS) {
    if (options.only && !scenario.name.includes(options.only)) continue;
    const row = await runScenario(scenario);
    rows.push(row);
    console.log(row);
    // After each fault, so that the results are kept if the run is stopped.
    writeFileSync(page, `${HEAD}\n${rows.join('\n')}\n`);
  }
} finally {
  await removeCommonInstallation();
}
console.log(`\n${HEAD}\n${rows.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;

/** @returns the row of the table */
async function runScenario({ name, times, timesQuick, missing, run }: Scenario): Promise<string> {
  const reason = missing?.();
  if (reason) return emptyRow(name, `not run: ${reason}`);
  const count = options.times ? Number(options.times) : options.quick ? timesQuick : times;
  if (count === 0) return emptyRow(name, 'not in the short run');
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
    incomplete: outcome.incomplete,
    crashed: outcome.crashed,
  })) {
    for (const one of list) console.error(`  ${what}: ${one}`);
  }
  if (outcome.lost.length + outcome.incomplete.length + outcome.crashed.length > 0) failed = true;
  return rowOf(name, today(), done, outcome);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
