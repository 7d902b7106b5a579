import { type ChildProcess, fork } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutation/mutants.ts';
import {
  hashOf,
  type Outcome,
  readReport,
  readReports,
  reasonOf,
  scoreOf,
  scoreTable,
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

const copy = copyProject(root);
let session: ChildProcess | null = null;

/** Runs tests in the session; null if it did not answer in time and was ended. */
async function attempt(trial: Trial, patienceMs: number): Promise<Verdict | null> {
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
  copyFileSync(join(root, trial.file), join(copy, trial.file));
  return null;
}

function startSession(): Promise<ChildProcess> {
  const child = fork(join(root, 'scripts/mutation/session.process.ts'), [copy], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What the tests do is the same in every run.
    env: { ...process.env, FAST_CHECK_SEED: process.env.FAST_CHECK_SEED ?? '20240229' },
  });
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the session ended with ${code}`)));
  });
}

async function tryTarget(target: Target): Promise<void> {
  const { file, tests, titles } = target;
  const source = readFileSync(join(root, file), 'utf8');
  const last = readReport(root, target);
  const hash = hashOf(root, target);
  if (options.resume && last?.hash === hash) return;
  const began = Date.now();
  const usual = await attempt({ file, source, tests, only: titles }, 600_000);
  if (!usual || usual.failed !== null)
    throw new Error(`${file}: fails without a change: ${usual?.failed ?? 'no answer'}`);
  const patience = Math.max(LEAST_PATIENCE_MS, usual.ms * PATIENCE);

  const all = mutantsOf(file, source, target.only);
  const before = (one: { code: string; change: string }) =>
    last?.mutants.find(({ code, change }) => code === one.code && change === one.change);
  const outcomes: Outcome[] = [];
  for (const [index, { source: changed, ...mutant }] of all.entries()) {
    if (index % Number(options.every) !== 0) continue;
    const known = options.survivors ? before(mutant) : undefined;
    if (known && known.outcome !== 'lived') {
      outcomes.push({ ...known, ...mutant });
      continue;
    }
    const verdict = await attempt({ file, source: changed, tests, only: titles }, patience);
    const outcome = !verdict ? 'hung' : verdict.failed === null ? 'lived' : 'killed';
    outcomes.push({ ...mutant, outcome, by: verdict?.failed ?? null });
    if (outcome === 'lived') {
      const reason = reasonOf(file, { ...mutant, outcome, by: null });
      console.log(`  lived ${file}:${mutant.line} ${mutant.change}${reason ? ` (${reason})` : ''}`);
    }
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  if (options.every === '1') writeReport(root, { file, hash, seconds, mutants: outcomes });
  const { total, killed } = scoreOf([{ file, hash, seconds, mutants: outcomes }]);
  console.log(`${file}: ${killed} of ${total} killed, ${seconds} s`);
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
process.exitCode = scoreOf(reports).open === 0 ? 0 : 1;
