import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutation/mutants.ts';
import {
  hashOf,
  type Outcome,
  type Report,
  readReport,
  readReports,
  reasonOf,
  scoreOf,
  scoreTable,
  sourceOf,
  writeReport,
} from './mutation/reports.ts';
import type { Trial, Verdict } from './mutation/session.process.ts';
import { TARGETS, type Target } from './mutation/targets.ts';
import { copyProject } from './mutation/work-copy.ts';

/**
 * Changes the files that decide, one small change at a time, and runs the tests that must notice it.
 * `npm run prove:mutants -- --only=visibility` does some files, `--survivors` only what lived the last time, `--resume`
 * skips files whose last report is up to date, `--every=3` a third of the changes for a first look (without a report).
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    survivors: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');

/** A mutant may take as long as all tests without it, several times, because the machine has other work. */
const PATIENCE = 4;
const LEAST_PATIENCE_MS = 90_000;

let gaveUp = false;
const copy = copyProject(root);
let session: ChildProcess | null = null;

/**
 * Runs tests in the session; null if it did not answer in time and was ended.
 * @param original the file without a change
 */
async function attempt(trial: Trial, original: string, patienceMs: number): Promise<Verdict | null> {
  const current = session ?? (await startSession());
  session = current;
  const answer = await new Promise<{ verdict?: Verdict; error?: string } | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs);
    current.removeAllListeners('message').once('message', (message) => {
      clearTimeout(timer);
      resolve(message as { verdict?: Verdict; error?: string });
    });
    current.removeAllListeners('exit').once('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
    current.send(trial);
  });
  if (answer?.error) throw new Error(answer.error);
  if (answer?.verdict) return answer.verdict;
  current.kill('SIGKILL');
  session = null;
  writeFileSync(join(copy, trial.file), original);
  return null;
}

function startSession(): Promise<ChildProcess> {
  const child = fork(join(root, 'scripts/mutation/session.process.ts'), [copy], {
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
  const last = readReport(root, target);
  const [hash, sourceHash] = [hashOf(copy, target), sourceOf(copy, target)];
  if (options.resume && last?.complete && last.hash === hash) return;
  const began = Date.now();
  const unchanged = () => attempt({ file, source, tests, only: titles }, source, 600_000);
  const usual = await unchanged();
  if (!usual || usual.failed !== null)
    return giveUp(`${file}: fails without a change: ${usual?.failed ?? 'no answer'}`);
  const patience = Math.max(LEAST_PATIENCE_MS, usual.ms * PATIENCE);

  const likely = likelyTests(usual.ms, async (only) => {
    const verdict = await attempt({ file, source, tests, only }, source, patience);
    return verdict?.failed === null;
  });
  const all = mutantsOf(file, source, target.only);
  const outcomes: Outcome[] = [];
  const save = (complete: boolean) => {
    const seconds = Math.round((Date.now() - began) / 1000);
    if (options.every !== '1') return;
    writeReport(root, { file, hash, source: sourceHash, complete, seconds, mutants: outcomes });
  };
  for (const [index, { source: changed, ...mutant }] of all.entries()) {
    if (index % Number(options.every) !== 0) continue;
    const known = knownOutcome(last, hash, mutant, outcomes);
    if (known) {
      outcomes.push({ ...known, ...mutant });
      continue;
    }
    const trial = { file, source: changed, tests };
    const quick = likely.pattern() ? await attempt({ ...trial, only: likely.pattern() }, source, patience) : undefined;
    const verdict =
      quick === undefined || quick?.failed === null
        ? await attempt({ ...trial, only: titles }, source, patience)
        : quick;
    if (verdict?.failed) await likely.count(verdict.failed);
    const outcome = !verdict ? 'hung' : verdict.failed === null ? 'lived' : 'killed';
    outcomes.push({ ...mutant, outcome, by: verdict?.failed ?? null });
    save(false);
    if (outcome === 'lived') {
      const reason = reasonOf(file, { ...mutant, outcome, by: null });
      console.log(`  lived ${file}:${mutant.line} ${mutant.change}${reason ? ` (${reason})` : ''}`);
    }
  }
  // A mutant that left something behind in the process would have killed those after it.
  const after = await unchanged();
  if (!after || after.failed !== null)
    return giveUp(`${file}: fails after its mutants: ${after?.failed ?? 'no answer'}`);
  save(true);
  const { total, killed } = scoreOf([{ file, mutants: outcomes }]);
  console.log(`${file}: ${killed} of ${total} killed, ${Math.round((Date.now() - began) / 1000)} s`);
}

/** Below this the choice of tests costs more than the tests, in milliseconds. */
const SLOW_TESTS_MS = 3000;

/**
 * The tests that have noticed several mutants of a file: if the tests of the file are slow, they are tried first.
 * @param passes whether tests pass without a change: some rely on those before them
 */
function likelyTests(usualMs: number, passes: (pattern: string) => Promise<boolean>) {
  const counts = new Map<string, number>();
  const patternOf = (titles: string[]) => titles.map((title) => `^${escaped(title)}$`).join('|');
  let chosen: string[] = [];
  return {
    pattern: () => (chosen.length > 0 ? patternOf(chosen) : undefined),
    async count(title: string) {
      const count = (counts.get(title) ?? 0) + 1;
      counts.set(title, count);
      if (usualMs < SLOW_TESTS_MS || count !== 2 || chosen.length === 5 || / (broke|tests|run)$/.test(title)) return;
      const more = [...chosen, title];
      if (await passes(patternOf(more))) chosen = more;
    },
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The outcome that need not be tried again: of an interrupted run, or with --survivors what was killed. */
function knownOutcome(
  last: Report | null,
  hash: string,
  { code, change }: { code: string; change: string },
  sofar: readonly Outcome[],
): Outcome | undefined {
  const isSame = (one: { code: string; change: string }) => code === one.code && change === one.change;
  // The same change of the same code can be in several places.
  const place = sofar.filter(isSame).length;
  const known = last?.mutants.filter(isSame)[place];
  if (options.resume && last?.hash === hash && !last.complete) return known;
  return options.survivors && known?.outcome !== 'lived' ? known : undefined;
}

/** Says why a file has no new report, and goes on with the others. */
function giveUp(reason: string): void {
  console.log(reason);
  gaveUp = true;
}

try {
  for (const target of TARGETS) {
    if (!options.only || target.file.includes(options.only)) await tryTarget(target);
  }
} finally {
  const ended = session as ChildProcess | null;
  if (ended) {
    ended.removeAllListeners('exit');
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.send('end');
    await gone;
  }
  rmSync(copy, { recursive: true, force: true });
}
const reports = readReports(root);
if (!options.only) console.log(`\n${scoreTable(reports)}`);
process.exitCode = scoreOf(reports).open === 0 && !gaveUp ? 0 : 1;
