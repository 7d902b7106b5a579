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

export interface Verdict {
  /** What noticed the change; null if all tests passed. */
  failed: string | null;
  /** Whether it failed because something did not happen in time, which a busy machine can cause too. */
  isLate: boolean;
  passed: number;
  ms: number;
  /** Functions of a marked file (`reached.ts`) that each test has called, by its full title. */
  reached: Record<string, number[]>;
  /** Those that were called outside of tests, such as by the start of a server. */
  reachedOutside: number[];
}

const [root = '', patience = '1'] = process.argv.slice(2);

/** Milliseconds a test or hook may take here: a mutant that waits for ever is noticed sooner. */
const TEST_TIMEOUT_MS = 30_000 * Number(patience);

/** Milliseconds that `expect.poll` waits. */
const POLL_TIMEOUT_MS = 15_000 * Number(patience);

/** What Vitest says when time has run out. */
const LATE = /timed out|in time\b|timeout/i;

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
    // They would start a browser.
    project: ['!components'],
    sequence: { sequencer: InOrder },
    config: join(root, 'vitest.config.ts'),
  },
  { logLevel: 'silent' },
);
for (const project of vitest.projects) {
  project.config.testTimeout = TEST_TIMEOUT_MS;
  project.config.hookTimeout = Math.max(project.config.hookTimeout, TEST_TIMEOUT_MS);
  project.config.expect = { ...project.config.expect, poll: { timeout: POLL_TIMEOUT_MS } };
  project.config.pool = KEPT_POOL.name;
  project.config.poolRunner = KEPT_POOL;
  project.config.setupFiles.push(join(root, 'scripts/mutation/forget-changed.setup.ts'));
}

/** The file that the last run has loaded with a change. */
let lastChanged = '';

async function run({ file, source, tests, only }: Trial): Promise<Verdict> {
  const began = Date.now();
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
  const reached: Verdict['reached'] = {};
  const outside = new Set<number>();
  let passed = 0;
  const verdict = (failed: string | null, errors: readonly unknown[] = []): Omit<Verdict, 'ms'> => {
    const isLate = errors.some((error) => LATE.test(textOf(error)));
    return { failed, isLate, passed, reached, reachedOutside: [...outside] };
  };
  for (const module of testModules) {
    for (const one of module.children.allTests()) {
      const { state, errors } = one.result();
      const meta = one.meta();
      if (meta.reached) reached[one.fullName] = meta.reached;
      for (const place of meta.reachedBefore ?? []) outside.add(place);
      if (state === 'passed') passed += 1;
      if (state === 'failed') return verdict(one.fullName, errors);
    }
    if (module.state() === 'failed') {
      const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
      return verdict(`${module.relativeModuleId} broke`, [...module.errors(), ...suites]);
    }
  }
  if (unhandledErrors.length > 0) return verdict('an error outside of the tests', unhandledErrors);
  return verdict(passed === 0 ? 'no test was run' : null);
}

/** The message of an error, with those of its causes. */
function textOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: unknown };
  return `${message ?? error} ${cause ? textOf(cause) : ''}`;
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
