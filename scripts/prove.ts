import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type KeptProofs, readKept, writeKept } from './kept-proofs.ts';
import { currentResults, scoreOf, scoreTable } from './mutation/reports.ts';
import { TARGETS } from './mutation/targets.ts';
import {
  type FuzzResult,
  isPassed,
  type Part,
  proofTable,
  rowsOfFuzz,
  rowsOfTests,
  type VitestReport,
} from './proofs.ts';

/**
 * Runs the proofs in full, one after the other: the authorization matrices, the model test with many sequences, the fuzz
 * tests in their long form, and the mutants. Prints one table of what was tried and what was let in; the numbers are those
 * that the runners reported. Takes hours; `--only=matrix`, `model`, `fuzz` or `mutants` runs one part, `--only=none` none, and shows the
 * others as they were last. `--resume` skips mutants of files that have not changed since, and files of fuzz tests that have
 * passed in this folder. `--write` saves docs/proofs.md, and docs/proofs.json, from which the next run takes what it does not run.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    resume: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const folder = join(root, 'test-results/proofs');
mkdirSync(folder, { recursive: true });

/** How often random things are tried. Each fuzz suite knows its own full number. */
const MODEL_RUNS = process.env.MODEL_RUNS ?? '1000';
const FUZZ_RUNS = process.env.FUZZ_RUNS ?? 'full';

/** A new one each time, so that examples are tried that nobody has tried before. The mutants have one of their own. */
const SEED = process.env.FAST_CHECK_SEED ?? String(randomInt(1, 2 ** 31));
console.info(`Seed of the random parts: FAST_CHECK_SEED=${SEED}`);

const MATRICES = [
  'apps/server/src/features/visibility/authorization-matrix.test.ts',
  'apps/identity/src/authorization-matrix.test.ts',
];
const MODEL = ['apps/server/src/features/visibility/model.test.ts'];
/** Every file that is called so, so that a new one is in the proofs at once. */
const FUZZ = globSync('{apps,packages}/*/src/**/*.fuzz.test.{ts,tsx}', { cwd: root }).toSorted();

function node(args: string[], env: NodeJS.ProcessEnv = {}): void {
  spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
}

/** Runs test files and saves the report of the runner. */
function runTests(name: string, files: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const report = join(folder, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  node(['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', ...reporters, ...files], env);
}

function read<T>(name: string): T | null {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}

/** Name of the report of a file of fuzz tests; that of its counts goes on with `-counts`. */
const fuzzName = (file: string) => `fuzz-${file.replaceAll('/', '__')}`;

/** Each file has a report of its own, so that what was interrupted goes on with the next. */
function runFuzz(file: string): void {
  const name = fuzzName(file);
  const before = read<VitestReport>(name);
  if (options.resume && before && isPassed(before)) return;
  const counts = join(folder, `${name}-counts.json`);
  rmSync(counts, { force: true });
  runTests(name, [file], { FUZZ_RUNS, FUZZ_COUNTS: counts, FAST_CHECK_SEED: SEED });
}

const isWanted = (part: Part) => !options.only || options.only === part;

if (isWanted('matrix')) runTests('matrix', MATRICES);
if (isWanted('model')) runTests('model', MODEL, { MODEL_RUNS, FAST_CHECK_SEED: SEED });
if (isWanted('fuzz')) FUZZ.forEach(runFuzz);
if (isWanted('mutants')) node(['scripts/mutation.ts', ...(options.resume ? ['--resume'] : [])]);

const kept = readKept(root);
const [matrix, model] = [read<VitestReport>('matrix'), read<VitestReport>('model')];
const fuzz = FUZZ.map(fuzzName).flatMap((name): FuzzResult[] => {
  const report = read<VitestReport>(name);
  return report ? [{ report, counts: read<FuzzResult['counts']>(`${name}-counts`) ?? {} }] : [];
});
const tests: KeptProofs['tests'] = {
  ...kept.tests,
  ...(matrix && { matrix: rowsOfTests('matrix', matrix) }),
  ...(model && { model: rowsOfTests('model', model) }),
  ...(fuzz.length > 0 && { fuzz: rowsOfFuzz(fuzz) }),
};
const mutants = currentResults(root, kept.mutants);
const score = scoreOf(mutants);
const dates = mutants.map(({ date }) => date).toSorted();
const rows = [
  ...(tests.matrix ?? rowsOfTests('matrix', null)),
  ...(tests.model ?? rowsOfTests('model', null)),
  ...(tests.fuzz ?? rowsOfFuzz([])),
  {
    what: 'Mutants of the deciding files',
    date: [...new Set([dates.at(0), dates.at(-1)])].join(' to '),
    tried: mutants.length > 0 ? `${score.total} in ${mutants.length} of ${TARGETS.length} files` : 'not run',
    result: `${score.killed} killed, ${score.explained} explained`,
    letIn: score.open,
  },
];
const table = proofTable(rows);
console.log(`\n${table}`);

if (options.write) {
  writeKept(root, { tests, mutants });
  const text = [
    '# Proofs',
    'The last tables of `npm run prove`. [testing.md](testing.md#proofs) says what it runs.',
    table,
    '## Mutants',
    'A mutant is a deciding file with one small change. Its score is the part of the mutants that a test noticed, without',
    'those that nobody could notice. The date is that of the run; a file that has changed since has no row.',
    scoreTable(mutants),
  ];
  writeFileSync(join(root, 'docs/proofs.md'), `${text.join('\n\n').replace('without\n\nthose', 'without\nthose')}\n`);
}
process.exitCode = rows.every(({ letIn }) => letIn === 0) ? 0 : 1;
