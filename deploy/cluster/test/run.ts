import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type LoadResult, startLoad } from '../../../scripts/faults/load.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { FAULTS, type Fault } from './faults.ts';

/**
 * `npm run cluster`: runs Kinreel on several machines, as in docs/cluster.md, with the files of deploy/. Each machine
 * is a network namespace. Components are killed, hung or cut off one after the other under load; the table shows failed
 * requests and lost data. `--quick` runs three faults, `--only=words,words` selects faults by name, `--times=3` injects
 * each three times. Writes the table to test-results/cluster.md. `--stay` starts everything and waits for Ctrl-C. Fails
 * if acknowledged data is lost, or a person sees or finds what they have no access to.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    stay: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
  },
});

/** The table's header. */
const HEAD = `| Fault | Day | Times | Requests | Failed | Seconds until none fails | Slowest response (s) | Wrong answers | Writes | Lost | Incomplete | Leaked |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** Factor of all pauses of the load compared with `npm run faults`: two cores run ten machines here. */
const PACE = 3;

/** Time without a fault, before and after each one, to attribute failures. In milliseconds. */
const QUIET_MS = 3_000;

// All processes end with this one, because they are in its own namespaces (start.mjs).
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
async function runFault(target: Cluster, { name, inject }: Fault, times: number): Promise<string> {
  await target.whole();
  const load = await startLoad([target.origin], { pace: PACE, more: true });
  const seconds: number[] = [];
  for (let round = 0; round < times; round += 1) {
    await sleep(QUIET_MS);
    const from = performance.now();
    await inject(target);
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
