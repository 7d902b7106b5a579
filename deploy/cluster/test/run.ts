import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LoadResult, startLoad } from '../../../scripts/faults/load.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';

/**
 * `npm run cluster`: Kinreel on many machines, as docs/cluster.md describes it, with the files of deploy/. Each machine is a namespace
 * of the network. One part after the other is killed, hung or cut off while people use it; the table says what failed
 * meanwhile, and what is lost. `--quick` does three of the faults, `--only=words,words` those with one of these in their name, `--times=3` each
 * three times. Writes the table to test-results/cluster.md. `--stay` starts everything and waits for Ctrl-C. Fails if anything
 * acknowledged is lost, or somebody sees what is closed for them, or whom they may not find.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    stay: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
  },
});

/** The head of the table. */
const HEAD = `| Part, and what happens to it | Day | Times | Requests | Failed | Seconds until none fails | Longest answer (s) | Wrong answers | Writes | Lost | Half visible | Wrongly shown |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** People wait this many times longer than in \`npm run faults\`: two cores run six machines here. */
const PACE = 3;

/** Without a fault, before one and after it: what fails then has another reason. In milliseconds. */
const QUIET_MS = 3_000;

// Everything that runs ends with this process: it is in namespaces of its own (start.mjs).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const page = join(import.meta.dirname, '../../../test-results/cluster.md');
mkdirSync(dirname(page), { recursive: true });
const began = Date.now();
const cluster = await startCluster(process.env.CLUSTER_FOLDER ?? '');
console.log(`The cluster runs after ${Math.round((Date.now() - began) / 1000)} s.`);
if (options.stay) await new Promise(() => {});

const rows: string[] = [];
let failed = false;
for (const fault of FAULTS) {
  const isWanted = options.only.split(',').some((words) => fault.name.includes(words));
  if (!isWanted || (options.quick && !fault.quick)) continue;
  const row = await runFault(cluster, fault, Number(options.times));
  rows.push(row);
  console.log(row);
  writeFileSync(page, `${HEAD}\n${rows.join('\n')}\n`);
}
console.log(`\n${HEAD}\n${rows.join('\n')}\n`);
process.exit(failed ? 1 : 0);

/** @returns the row of the table */
async function runFault(target: Cluster, { name, happen }: Fault, times: number): Promise<string> {
  await target.whole();
  const load = await startLoad([target.origin], { pace: PACE, more: true });
  const seconds: number[] = [];
  for (let round = 0; round < times; round += 1) {
    await sleep(QUIET_MS);
    const from = performance.now();
    await happen(target);
    await target.whole();
    await load.recovered();
    await sleep(QUIET_MS);
    const last = load.result.failedAt.findLast((at) => at >= from);
    seconds.push(last === undefined ? 0 : (last - from) / 1000);
  }
  const result = await load.finish();
  report(result);
  const day = new Date().toISOString().slice(0, 10);
  const cells = [
    ...[name, day, times, result.requests, result.unanswered, Math.max(...seconds).toFixed(1)],
    ...[(result.slowestMs / 1000).toFixed(1), result.wrong.length, result.writes],
    ...[result.lost.length, result.incomplete.length, result.leaked.length],
  ];
  return `| ${cells.join(' | ')} |`;
}

function report({ wrong, lost, incomplete, leaked }: LoadResult): void {
  for (const [what, list] of Object.entries({ 'wrong answer': new Set(wrong), lost, incomplete, leaked })) {
    for (const one of list) console.error(`  ${what}: ${one}`);
  }
  if (lost.length + incomplete.length + leaked.length > 0) failed = true;
}
