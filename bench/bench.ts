import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROWS } from './rows/index.ts';
import { describeMachine } from './support/machine.ts';
import { median, type Repetition } from './support/measure.ts';
import { cpuTimes, findParts, memoryOf, resetMostMemory } from './support/processes.ts';
import { saveResults } from './support/results.ts';
import type { Row, Trial } from './support/row.ts';
import { costsOf, type Figure, tableOf } from './support/table.ts';
import { createWorld, type World } from './support/world.ts';

/**
 * `npm run bench`: measures Kinreel and, in the same run, the most that this machine can do for the same work (the
 * limit). Kinreel and the limit are measured alternately and their medians compared, so other load on the machine
 * affects both.
 *
 * `-- --quick` takes less than five minutes with 20,000 people; the full run has a million. `-- --only=search` measures
 * the rows with this word in their name, `-- --people=1000` sets the number of people. Writes the figures and the
 * tables to test-results/bench.json and bench.md.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    people: { type: 'string' },
  },
});
const { quick } = options;
const people = Number(options.people ?? (quick ? 20_000 : 1_000_000));
const REPETITIONS = 5;
const SECONDS = quick ? 0.6 : 4;

/** Wait after a row, in which memory can be released. */
const REST_MS = quick ? 500 : 10_000;

/** Stopped and removed if the benchmark is interrupted. */
const toRemove: { remove(): Promise<void> }[] = [];
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isStopping = true;
    for (const one of toRemove) await one.remove().catch(() => {});
    process.exit(1);
  });
}

const rows = ROWS.filter(({ name }) => name.includes(options.only));
if (rows.length === 0) throw new Error(`No row has the word "${options.only}" in its name.`);
const began = Date.now();
const machine = describeMachine();
console.log(`${machine}; ${people.toLocaleString('en-US')} people\n`);
const world = await createWorld({ people, quick, seconds: SECONDS }, (kinreel) => toRemove.push(kinreel));
try {
  const { rows: copied, indexes, analyze } = world.seedTimes;
  console.log(`rows ${copied.toFixed(1)} s, indexes ${indexes.toFixed(1)} s, analyze ${analyze.toFixed(1)} s\n`);
  const memoryAtStart = memoryOf(findParts(world.kinreel.dataDir).api).now;
  const figures: Figure[] = [];
  for (const row of rows) {
    const figure = await measure(row, world);
    figures.push(figure);
    console.log(tableOf([figure]).split('\n').at(-1));
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const result = { machine, people, quick, seconds, seedTimes: world.seedTimes, memoryAtStart, figures };
  console.log(`\n${textOf(result)}`);
  saveResults('bench', textOf(result), result);
} catch (error) {
  // When the benchmark is interrupted, the row's connections break.
  if (!isStopping) throw error;
} finally {
  await world.stop();
}

async function measure(row: Row, world: World): Promise<Figure> {
  await world.refresh();
  resetMostMemory(findParts(world.kinreel.dataDir).api);
  const trial = await row.prepare(world);
  const parts = () => ({ ...findParts(world.kinreel.dataDir), ...(trial.api && { api: trial.api }) });
  const { api } = parts();
  try {
    const repetitions = row.repetitions ?? REPETITIONS;
    const kinreel: Repetition[] = [];
    const limit: Repetition[] = [];
    const usage = { api: 0, identity: 0, postgres: 0, client: 0, statements: 0, milliseconds: 0 };
    // Warm-up: the first run compiles code and reads files.
    if (repetitions > 1) await trial.kinreel();
    for (let n = 0; n < repetitions; n += 1) {
      const before = await readUsage();
      kinreel.push(await trial.kinreel());
      const after = await readUsage();
      for (const key of Object.keys(usage) as (keyof typeof usage)[]) usage[key] += after[key] - before[key];
      if (trial.limit) limit.push(await trial.limit());
    }
    return await summarize(row, trial, kinreel, limit, usage);
  } finally {
    await trial.end?.();
  }

  async function readUsage() {
    const { user, system } = process.cpuUsage();
    const { rows } = await world.database.query<{ statements: number }>(
      'select (xact_commit + xact_rollback)::float as statements from pg_stat_database where datname = current_database()',
    );
    return {
      ...cpuTimes(parts()),
      client: (user + system) / 1000,
      statements: rows[0]?.statements ?? 0,
      milliseconds: performance.now(),
    };
  }

  async function summarize(
    { name, unit, goal, limit: limitName }: Row,
    trial: Trial,
    kinreel: Repetition[],
    limit: Repetition[],
    {
      milliseconds,
      ...usage
    }: Record<'api' | 'identity' | 'postgres' | 'client' | 'statements' | 'milliseconds', number>,
  ): Promise<Figure> {
    const isSame = parts().api === api;
    const actions = kinreel.reduce((sum, one) => sum + one.actions, 0);
    // If a row has restarted Kinreel, the counted processes have ended.
    const each = (value: number) => (isSame ? Number((value / actions).toPrecision(4)) : Number.NaN);
    const medians = [kinreel, limit].map((some) => median(some.map(({ value }) => value)));
    const [ofKinreel = Number.NaN, ofLimit = Number.NaN] = medians;
    const { most } = memoryOf(parts().api);
    await delay(REST_MS);
    return {
      name,
      unit,
      goal,
      limitName,
      kinreel: ofKinreel,
      limit: trial.limit ? ofLimit : null,
      ratio: trial.limit ? ofKinreel / ofLimit : null,
      errors: kinreel.reduce((sum, one) => sum + (one.errors ?? 0), 0),
      late: kinreel.reduce((sum, one) => sum + (one.late ?? 0), 0),
      cost: {
        api: each(usage.api),
        identity: each(usage.identity),
        postgres: each(usage.postgres),
        client: each(usage.client),
        statements: each(usage.statements),
      },
      memory: { most, after: memoryOf(parts().api).now },
      clientCpu: usage.client / milliseconds,
    };
  }
}

interface Result {
  machine: string;
  people: number;
  quick: boolean;
  seconds: number;
  seedTimes: World['seedTimes'];
  /** Resident memory of the API process, in MiB. */
  memoryAtStart: number;
  figures: Figure[];
}

/** The tables, with a line about the machine, the number of people and the memory. */
function textOf({ machine, people, seconds, seedTimes, memoryAtStart, figures }: Result): string {
  const filled = Math.round(seedTimes.rows + seedTimes.indexes + seedTimes.analyze);
  const all = people.toLocaleString('en-US');
  const most = Math.max(...figures.map(({ memory }) => memory.most));
  return [
    `${machine}. ${seconds} s in all, ${filled} of them for the rows of ${all} people with their indexes (goal: 180 for a million).`,
    `The API process had ${memoryAtStart} MiB before the first row and at most ${most} MiB (goal: below 300, and back within 30).`,
    `\n${tableOf(figures)}\n\nWhat one action costs; of an upload and of a file it is one MiB or one range:\n\n${costsOf(figures)}`,
  ].join('\n');
}
