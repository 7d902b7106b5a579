import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Outcome, SCENARIOS, type Scenario } from './faults/scenarios.ts';

/**
 * `npm run faults`: breaks parts of real installations while people use them, and prints one table: what failed meanwhile,
 * which acknowledged writes are gone, what is visible by half, and how long it took to recover. Hours in full. `--quick` is
 * the short run of `npm run test:all`, `--times=5` does each five times, `--only=word` runs the faults with this word in their
 * name, `--write` saves docs/faults.md. Fails if anything acknowledged is lost, anything is visible by half, or a process
 * ended by itself.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    times: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const HEAD = `| Fault | Times | Requests | Unanswered | Wrong answers | Writes | Lost | Half visible | Ended | Seconds to recover, median | most |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

const rows: string[] = [];
let failed = false;
for (const scenario of SCENARIOS) {
  if (options.only && !scenario.name.includes(options.only)) continue;
  rows.push(await runScenario(scenario));
  console.log(rows.at(-1));
}
const table = `${HEAD}\n${rows.join('\n')}\n`;
console.log(`\n${table}`);
if (options.write) save(table);
process.exitCode = failed ? 1 : 0;

async function runScenario({ name, times, timesQuick, missing, run }: Scenario): Promise<string> {
  const reason = missing?.();
  if (reason) return `| ${name} | not run: ${reason} |${' |'.repeat(9)}`;
  const count = options.times ? Number(options.times) : options.quick ? timesQuick : times;
  if (count === 0) return `| ${name} | not in the short run |${' |'.repeat(9)}`;
  console.log(`${name}, ${count} times`);
  const outcome = await run(count);
  for (const [what, list] of Object.entries({
    'wrong answer': new Set(outcome.wrong),
    lost: outcome.lost,
    'half visible': outcome.halfVisible,
    ended: outcome.ended,
  })) {
    for (const one of list) console.error(`  ${what}: ${one}`);
  }
  if (outcome.lost.length + outcome.halfVisible.length + outcome.ended.length > 0) failed = true;
  return rowOf(name, count, outcome);
}

function rowOf(name: string, times: number, outcome: Outcome): string {
  const recovery = outcome.recovery.toSorted((a, b) => a - b);
  const seconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));
  const cells = [
    ...[name, times, outcome.requests, outcome.unanswered, outcome.wrong.length, outcome.writes],
    ...[outcome.lost.length, outcome.halfVisible.length, outcome.ended.length],
    ...[seconds(recovery[Math.floor(recovery.length / 2)]), seconds(recovery.at(-1))],
  ];
  return `| ${cells.join(' | ')} |`;
}

function save(text: string): void {
  const docs = join(import.meta.dirname, '../docs');
  mkdirSync(docs, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    join(docs, 'faults.md'),
    `# Faults\n\nThe last table of \`npm run faults\`, ${day}. [testing.md](testing.md#faults) says what it does.\n\n${text}`,
  );
}
