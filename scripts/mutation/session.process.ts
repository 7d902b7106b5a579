import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';
import { endKeptWorkers, KEPT_POOL } from './kept-worker.ts';

/**
 * Runs test files of a copy of the project again and again, in a process that is ended when a mutant never does. Vitest,
 * what the projects start once (PostgreSQL, the identity service) and the process that runs the tests stay, so a mutant
 * costs little more than its tests.
 */

/** What the process is asked for: write the file, then run the tests. */
export interface Trial {
  file: string;
  source: string;
  tests: string[];
  /** Only tests whose title matches. */
  only?: string | undefined;
}

/** `failed`: what noticed the change; null if all tests passed. */
export interface Verdict {
  failed: string | null;
  passed: number;
  ms: number;
}

const [root = ''] = process.argv.slice(2);

/** Milliseconds a test or hook may take here: a mutant that waits for ever is noticed sooner. */
const TEST_TIMEOUT_MS = 30_000;

/** The test files of the trial, in the order in which they run. */
let order: string[] = [];

class InOrder {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const at = ({ moduleId }: TestSpecification) => order.findIndex((test) => moduleId.endsWith(test));
    return files.toSorted((a, b) => at(a) - at(b));
  }
}

const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    maxConcurrency: 1,
    reporters: [{}],
    sequence: { sequencer: InOrder },
    config: join(root, 'vitest.config.ts'),
  },
  { logLevel: 'silent' },
);
for (const project of vitest.projects) {
  project.config.testTimeout = TEST_TIMEOUT_MS;
  if (project.config.browser.enabled) continue;
  project.config.pool = KEPT_POOL.name;
  project.config.poolRunner = KEPT_POOL;
  project.config.setupFiles.push(join(root, 'scripts/mutation/forget-changed.setup.ts'));
}

/** The file that the last run has loaded with a change. */
let lastChanged = '';

/** After so many runs the process of the tests is replaced: code that was loaded stays in its memory. */
const RUNS_OF_A_PROCESS = 150;
let runs = 0;

async function run({ file, source, tests, only }: Trial): Promise<Verdict> {
  const began = Date.now();
  runs += 1;
  if (runs % RUNS_OF_A_PROCESS === 0) await endKeptWorkers();
  const path = join(root, file);
  const original = readFileSync(path, 'utf8');
  const write = (content: string) => {
    writeFileSync(path, content);
    vitest.invalidateFile(path);
  };
  write(source);
  for (const project of vitest.projects) project.provide('changedFiles', [path, lastChanged]);
  lastChanged = path;
  try {
    return { ...(await firstFailure(tests, only)), ms: Date.now() - began };
  } finally {
    write(original);
  }
}

async function firstFailure(tests: string[], only: string | undefined): Promise<Omit<Verdict, 'ms'>> {
  const found = await vitest.globTestSpecifications(tests.map((test) => join(root, test)));
  const specifications = found.map(({ project, moduleId }) =>
    project.createSpecification(moduleId, only ? { testNamePattern: new RegExp(only) } : {}),
  );
  if (specifications.length < tests.length) throw new Error(`There are no tests in one of ${tests.join(', ')}.`);
  order = tests;
  // Else the results have the failures of earlier mutants too.
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  let passed = 0;
  for (const module of testModules) {
    for (const one of module.children.allTests()) {
      const { state } = one.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed') return { failed: one.fullName, passed };
    }
    if (module.state() === 'failed') return { failed: `${module.relativeModuleId} broke`, passed };
  }
  if (unhandledErrors.length > 0) return { failed: 'an error outside of the tests', passed };
  if (passed === 0) return { failed: 'no test was run', passed };
  return { failed: null, passed };
}

process.on('message', async (trial: Trial | 'end') => {
  if (trial === 'end') {
    await vitest.close();
    await endKeptWorkers();
    process.exit(0);
  }
  try {
    process.send?.({ verdict: await run(trial) });
  } catch (error) {
    process.send?.({ error: String((error as Error).stack) });
  }
});
process.send?.('ready');
// The run was interrupted.
process.on('disconnect', () => process.exit(1));
