import { parseArgs } from 'node:util';
import type { Kinreel } from '../e2e/support/kinreel.ts';
import { measureAccounts } from './growth/accounts.ts';
import { measureFiles } from './growth/files.ts';
import { measureReads } from './growth/reads.ts';
import { replaceMarked } from './support/docs.ts';
import { describeMachine } from './support/machine.ts';
import { createWorld, type World } from './support/world.ts';

/**
 * `npm run bench:growth`: whether work costs the same with more people, for a person who has much, and with more files. Installations
 * of 10,000, 100,000 and a million people run at the same time and are measured in turn, so that other work of the machine changes all
 * of them. Needs 15 GB of disk and ends by itself.
 *
 * `-- --people=10000,30000` sets the sizes, `-- --files=20000` the number of stored files, `-- --only=reads` (or accounts, files)
 * measures one of the three parts, `-- --write` puts the tables of all three into docs/performance.md.
 */
const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '10000,100000,1000000' },
    files: { type: 'string', default: '100000' },
    only: { type: 'string', default: 'reads,accounts,files' },
    write: { type: 'boolean', default: false },
  },
});
const PARTS = ['reads', 'accounts', 'files'];
const chosen = options.only.split(',');
if (!chosen.every((part) => PARTS.includes(part))) throw new Error(`--only takes some of: ${PARTS.join(', ')}`);
const sizes = options.people.split(',').map(Number);
const files = Number(options.files);
const TURNS = { repetitions: 5, seconds: 0.8 };

const started: Kinreel[] = [];
const begun = (kinreel: Kinreel) => void started.push(kinreel);
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isStopping = true;
    for (const kinreel of started) await kinreel.remove().catch(() => {});
    process.exit(1);
  });
}

const began = Date.now();
const machine = describeMachine();
console.log(machine);
const worlds: World[] = [];
try {
  const parts: string[] = [];
  // The largest is enough for the accounts.
  const needed = chosen.includes('reads') ? sizes : chosen.includes('accounts') ? sizes.slice(-1) : [];
  for (const people of needed) {
    const world = await createWorld({ people, quick: true, seconds: TURNS.seconds }, begun);
    worlds.push(world);
    const { rows, indexes, analyze } = world.seedTimes;
    console.log(`${people.toLocaleString('en-US')} people in ${(rows + indexes + analyze).toFixed(0)} s`);
  }
  if (chosen.includes('reads')) parts.push(await measureReads(worlds, TURNS));
  for (const world of worlds.splice(0, worlds.length - 1)) await world.stop();
  if (chosen.includes('accounts')) parts.push(await measureAccounts(worlds[0] as World, TURNS));
  await worlds.pop()?.stop();
  if (chosen.includes('files')) parts.push(await measureFiles(files, begun));
  const text = [`${machine}. ${Math.round((Date.now() - began) / 1000)} s in all.`, ...parts].join('\n\n');
  console.log(`\n${text}`);
  if (options.write && parts.length === PARTS.length) replaceMarked('growth', text);
} catch (error) {
  // Connections break when their server is stopped.
  if (!isStopping) throw error;
} finally {
  for (const world of worlds) await world.stop();
}
