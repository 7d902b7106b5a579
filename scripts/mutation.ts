import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readKept } from './kept-proofs.ts';
import { mutantsOf } from './mutation/mutants.ts';
import { functionAt, withMarks } from './mutation/reached.ts';
import {
  currentResults,
  hashOf,
  type Outcome,
  type Report,
  readReport,
  reasonOf,
  reportOf,
  scoreOf,
  scoreTable,
  sourceOf,
  writeReport,
} from './mutation/reports.ts';
import type { Trial, Verdict } from './mutation/session.process.ts';
import { below, measureStarvation, memoryOf, processorTime } from './mutation/starvation.ts';
import { TARGETS, type Target } from './mutation/targets.ts';
import { copyProject } from './mutation/work-copy.ts';

/**
 * Changes the files that decide, one small change at a time, and runs the tests that must notice it.
 * `npm run prove:mutants -- --only='visibility|sharing'` does files that match, `--survivors` only what lived the last time without a reason, `--resume`
 * skips files whose last result is up to date. For a first look, without a report: `--every=3` a third of the changes,
 * `--change=limit` those that have this pattern in their line or change. `--patience=10` makes limits of time ten times
 * longer, for a machine with much other work.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    change: { type: 'string' },
    patience: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');

const isFirstLook = options.every !== '1' || options.change !== undefined;

/** A mutant may take as long as all tests without it, several times, because the machine has other work. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 90_000 * Number(options.patience);
const MOST_PATIENCE_MS = 600_000 * Number(options.patience);

/** Tests that need so much processor time are in a loop, however busy the machine is. Looked at every second. */
const LEAST_PROCESSOR_MS = 30_000;
const LOOP_CHECK_MS = 1_000;

/** So are those that need so much more memory than before, in bytes: a second later the machine may have none. */
const MOST_MEMORY = 3 * 1024 ** 3;

interface Limits {
  patienceMs: number;
  /** Of a processor, for the tests and what they start. */
  processorMs: number;
}

const GENEROUS: Limits = { patienceMs: MOST_PATIENCE_MS, processorMs: MOST_PATIENCE_MS };

/**
 * A limit of time that has run out says nothing if the tests had no processor for this part of the time, unless they had one for
 * half of it: a loop with several threads keeps itself waiting.
 */
const STARVED = 0.2;
const BUSY = 0.5;
const ATTEMPTS = 3;

let gaveUp = false;
const kept = readKept(root).mutants;
const copy = copyProject(root);
let session: ChildProcess | null = null;

/** After so many runs the session is replaced: code that was loaded stays in its memory. */
const RUNS_OF_A_SESSION = 150;
let runs = 0;

/** `hung`: the tests did not end. `undecided`: the machine was too busy to know. */
type Answer = Verdict | 'hung' | 'undecided';

/**
 * Runs tests in the session, which is ended if it does not answer.
 * @param original the file without a change
 */
async function attempt(trial: Trial, original: string, limits: Limits): Promise<Answer> {
  for (let i = 0; i < ATTEMPTS; i += 1) {
    runs += 1;
    if (runs % RUNS_OF_A_SESSION === 0) await endSession();
    const current = session ?? (await startSession());
    session = current;
    const pid = current.pid ?? 0;
    const [began, used] = [Date.now(), processorTime(pid)];
    const starvation = measureStarvation(pid);
    const answer = await ask(current, trial, limits);
    const spent = Date.now() - began;
    const isStarved = starvation() > spent * STARVED && processorTime(pid) - used < spent * BUSY;
    if (typeof answer === 'object' && answer?.error) throw new Error(answer.error);
    const verdict = typeof answer === 'object' ? answer?.verdict : undefined;
    // What ran out of time may go on for ever in its process, beside all that follow.
    if (!verdict || verdict.isLate) {
      killAll(pid);
      session = null;
      writeFileSync(join(copy, trial.file), original);
    }
    if (isStarved && (answer === null || verdict?.isLate)) continue;
    return verdict ?? 'hung';
  }
  return 'undecided';
}

/**
 * @returns null if the session did not answer in time, `looping` if it had all the processor time or memory that it may take,
 * `ended` if it has ended by itself
 */
function ask(
  current: ChildProcess,
  trial: Trial,
  { patienceMs, processorMs }: Limits,
): Promise<{ verdict?: Verdict; error?: string } | 'ended' | 'looping' | null> {
  const timers: NodeJS.Timeout[] = [];
  const pid = current.pid ?? 0;
  const [used, filled] = [processorTime(pid), memoryOf(pid)];
  return new Promise<Awaited<ReturnType<typeof ask>>>((resolve) => {
    timers.push(setTimeout(() => resolve(null), patienceMs));
    const isLooping = () => processorTime(pid) - used > processorMs || memoryOf(pid) - filled > MOST_MEMORY;
    timers.push(setInterval(() => isLooping() && resolve('looping'), LOOP_CHECK_MS));
    current.removeAllListeners('message').once('message', (message) => {
      resolve(message as { verdict?: Verdict; error?: string });
    });
    current.removeAllListeners('exit').once('exit', () => resolve('ended'));
    current.send(trial);
  }).finally(() => timers.forEach(clearTimeout));
}

/** With those that it has started: one in a loop would not notice that it is alone. */
function killAll(pid: number): void {
  for (const one of [pid, ...below(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function endSession(): Promise<void> {
  const ended = session;
  session = null;
  if (!ended) return;
  ended.removeAllListeners('exit');
  const gone = new Promise((resolve) => ended.once('exit', resolve));
  ended.send('end');
  await gone;
}

function startSession(): Promise<ChildProcess> {
  const child = fork(join(root, 'scripts/mutation/session.process.ts'), [copy, options.patience], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What the tests do is the same in every run.
    env: { ...process.env, FAST_CHECK_SEED: process.env.FAST_CHECK_SEED ?? '20240229', FAST_CHECK_SHRINK: 'off' },
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the session ended with ${code}`)));
  });
}

async function tryTarget(target: Target): Promise<void> {
  const { file, tests, titles } = target;
  // Of the copy: the project's own files may be edited meanwhile.
  const source = readFileSync(join(copy, file), 'utf8');
  const [hash, sourceHash] = [hashOf(copy, target), sourceOf(copy, target)];
  const mutants = mutantsOf(file, source, target.only);
  const result = kept.find((one) => one.file === file && one.source === sourceHash);
  const last = readReport(root, target) ?? (result ? reportOf(result, mutants) : null);
  if (options.resume && last?.complete && last.hash === hash) return;
  const all = mutants.filter(
    ({ code, change }, i) =>
      i % Number(options.every) === 0 && (!options.change || new RegExp(options.change).test(`${code} ${change}`)),
  );
  if (all.length === 0) return;
  const began = Date.now();
  const run = (only: string | undefined, changed: string, limits = GENEROUS) =>
    attempt({ file, source: changed, tests, only }, source, limits);
  const marked = withMarks(file, source);
  const usual = await run(titles, marked.source);
  if (problemOf(usual)) return giveUp(`${file}: fails without a change: ${problemOf(usual)}`);
  const { reached, reachedOutside } = usual as Verdict;
  // A file of schemas has no functions.
  const isReached = [...Object.values(reached), reachedOutside].some(({ length }) => length > 0);
  if (!isReached && marked.functions.length > 0)
    return giveUp(`${file}: its tests call none of its functions, or do not see changes of it`);
  const mostMs = (usual as Verdict).ms * PATIENCE;
  const limits: Limits = {
    patienceMs: Math.max(LEAST_PATIENCE_MS, mostMs),
    processorMs: Math.max(LEAST_PROCESSOR_MS, mostMs),
  };
  const choose = chooseTests(usual as Verdict, async (only) => problemOf(await run(only, source, limits)) === null);

  const outcomes: Outcome[] = [];
  const save = (complete: boolean) => {
    const seconds = Math.round((Date.now() - began) / 1000);
    if (isFirstLook) return;
    const date = new Date().toISOString().slice(0, 10);
    writeReport(root, { file, date, hash, source: sourceHash, complete, seconds, mutants: outcomes });
  };
  for (const { source: changed, at, ...mutant } of all) {
    const known = knownOutcome(file, last, hash, mutant, outcomes);
    if (known) {
      outcomes.push({ ...known, ...mutant });
      continue;
    }
    const chosen = await choose(functionAt(marked.functions, at));
    let answer: Answer | null = null;
    for (const only of chosen) if (!answer || !problemOf(answer)) answer = await run(only, changed, limits);
    // Processes that tests start may reach more than the tests themselves.
    if (!answer || !problemOf(answer)) answer = await run(titles, changed, limits);
    const by = typeof answer === 'object' ? answer.failed : null;
    const outcome = typeof answer === 'string' ? answer : by === null ? 'lived' : 'killed';
    outcomes.push({ ...mutant, outcome, by });
    save(false);
    if (outcome === 'lived' || outcome === 'undecided') {
      const reason = reasonOf(file, mutant);
      console.log(`  ${outcome} ${file}:${mutant.line} ${mutant.change}${reason ? ` (${reason})` : ''}`);
    } else if (reasonOf(file, mutant)) {
      console.log(`  killed, so it needs no reason: ${file}:${mutant.line} ${mutant.change}`);
    }
  }
  // A mutant that left something behind in the process would have killed those after it.
  const after = problemOf(await run(titles, source));
  if (after) return giveUp(`${file}: fails after its mutants: ${after}`);
  // A new session may fail to start with it, which is noticed too.
  const broken = await run(titles, `${source}\nthrow new Error('A change that any test notices.');\n`).then(
    problemOf,
    async (error: unknown) => {
      await endSession();
      writeFileSync(join(copy, file), source);
      return String(error);
    },
  );
  if (!broken) return giveUp(`${file}: its changes were not seen`);
  const undecided = outcomes.filter(({ outcome }) => outcome === 'undecided').length;
  save(undecided === 0);
  if (undecided > 0) giveUp(`${file}: the machine was too busy for ${undecided} mutants; --resume tries them again`);
  const lived = outcomes.filter(({ outcome }) => outcome === 'lived').length;
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${file}: ${outcomes.length - lived - undecided} of ${outcomes.length} killed, ${seconds} s`);
}

/** Why tests that should pass did not; null if they did. */
const problemOf = (answer: Answer) => (typeof answer === 'string' ? answer : answer.failed);

/** So many tests are tried first: those of which least else is expected. */
const FIRST_TESTS = 4;

/**
 * Chooses the tests for a change by the function in which it is: first the few that have called it and least besides, because
 * they mostly notice it, then all that have called it.
 * @param passes whether tests pass without a change: some rely on those before them
 * @returns patterns of their titles, to be tried in this order before all tests
 */
function chooseTests({ reached, passed }: Verdict, passes: (pattern: string) => Promise<boolean>) {
  const known = new Map<string, Promise<boolean>>();
  return async (place: number): Promise<string[]> => {
    const titles = Object.keys(reached)
      .filter((title) => reached[title]?.includes(place))
      .toSorted((a, b) => (reached[a]?.length ?? 0) - (reached[b]?.length ?? 0));
    const patterns: string[] = [];
    if (titles.length > FIRST_TESTS) patterns.push(patternOf(titles.slice(0, FIRST_TESTS)));
    if (titles.length > 0 && titles.length <= passed / 2) patterns.push(patternOf(titles));
    const usable: string[] = [];
    for (const pattern of patterns) {
      const answer = known.get(pattern) ?? passes(pattern);
      known.set(pattern, answer);
      if (await answer) usable.push(pattern);
    }
    return usable;
  };
}

const patternOf = (titles: readonly string[]) => titles.map((title) => `^${escaped(title)}$`).join('|');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The outcome that need not be tried again: of an interrupted run, or with --survivors what was killed or explained. */
function knownOutcome(
  file: string,
  last: Report | null,
  hash: string,
  { code, change }: { code: string; change: string },
  sofar: readonly Outcome[],
): Outcome | undefined {
  const isSame = (one: { code: string; change: string }) => code === one.code && change === one.change;
  // The same change of the same code can be in several places.
  const place = sofar.filter(isSame).length;
  const known = last?.mutants.filter(isSame)[place];
  if (known?.outcome === 'undecided') return undefined;
  if (options.resume && last?.hash === hash && !last.complete) return known;
  const isOpen = known?.outcome === 'lived' && !reasonOf(file, known);
  return options.survivors && !isOpen ? known : undefined;
}

/** Says why a file has no complete report, and goes on with the others. */
function giveUp(reason: string): void {
  console.log(reason);
  gaveUp = true;
}

try {
  for (const target of TARGETS) {
    if (!options.only || new RegExp(options.only).test(target.file)) await tryTarget(target);
  }
} finally {
  await endSession();
  rmSync(copy, { recursive: true, force: true });
}
const results = currentResults(root, kept);
if (!options.only) console.log(`\n${scoreTable(results)}`);
process.exitCode = scoreOf(results).open === 0 && !gaveUp ? 0 : 1;
