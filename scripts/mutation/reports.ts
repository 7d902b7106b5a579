import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SURVIVORS } from './survivors.ts';
import { TARGETS, type Target } from './targets.ts';

/** A change of a file, as reports name it: the line, what is on it, and what was changed. */
export interface Change {
  line: number;
  code: string;
  change: string;
}

/** What happened to a mutant. `by`: the test that noticed it. `undecided`: the machine was too busy to know. */
export interface Outcome extends Change {
  outcome: 'killed' | 'hung' | 'lived' | 'undecided';
  by: string | null;
}

export interface Report {
  file: string;
  /** When it was made: 2026-11-24. */
  date: string;
  /** Of the file, its tests and the runner: another one means that the report is out of date. */
  hash: string;
  /** Of the file alone: another one means that the report is about other mutants. */
  source: string;
  /** Whether all mutants were tried. */
  complete: boolean;
  seconds: number;
  mutants: Outcome[];
}

/** What docs/proofs.json keeps of a complete report, so that all files can be done over several days and machines. */
export interface Result extends Pick<Report, 'file' | 'date' | 'hash' | 'source'> {
  total: number;
  lived: Change[];
}

const FOLDER = 'test-results/mutation';
const pathOf = (root: string, file: string) => join(root, FOLDER, `${file.replaceAll('/', '__')}.json`);

/** What the result of a target depends on, as far as it is known. */
export function hashOf(root: string, target: Target): string {
  const hash = createHash('sha256');
  const runner = ['mutants', 'sql-mutants'].map((name) => `scripts/mutation/${name}.ts`);
  for (const path of [target.file, ...target.tests, ...runner]) hash.update(readFileSync(join(root, path)));
  return hash.update(String(target.only) + String(target.titles)).digest('hex');
}

/** Of the file of a target, as it is now. */
export function sourceOf(root: string, { file }: Target): string {
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('hex');
}

/** The last report about a target, even if it is out of date. */
export function readReport(root: string, { file }: Target): Report | null {
  const path = pathOf(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

export function writeReport(root: string, report: Report): void {
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFileSync(pathOf(root, report.file), `${JSON.stringify(report, null, 2)}\n`);
}

/**
 * The results of all targets whose file has not changed since, in the order of the targets.
 * @param kept those of docs/proofs.json; a complete report of this machine comes first
 */
export function currentResults(root: string, kept: readonly Result[]): Result[] {
  return TARGETS.flatMap((target) => {
    const source = sourceOf(root, target);
    const report = readReport(root, target);
    if (report?.complete && report.source === source) return resultOf(report);
    return kept.find((one) => one.file === target.file && one.source === source) ?? [];
  });
}

/** The report that a kept result is of, as far as it is known: not what killed a mutant. @param mutants all of its file */
export function reportOf({ lived, total, ...rest }: Result, mutants: readonly Change[]): Report {
  const left = [...lived];
  const outcomes = mutants.map(({ line, code, change }): Outcome => {
    const at = left.findIndex((one) => one.code === code && one.change === change && one.line === line);
    if (at >= 0) left.splice(at, 1);
    return { line, code, change, outcome: at >= 0 ? 'lived' : 'killed', by: null };
  });
  return { ...rest, complete: mutants.length === total && left.length === 0, seconds: 0, mutants: outcomes };
}

function resultOf({ file, date, hash, source, mutants }: Report): Result {
  const lived = mutants
    .filter(({ outcome }) => outcome === 'lived')
    .map(({ line, code, change }) => ({ line, code, change }));
  return { file, date, hash, source, total: mutants.length, lived };
}

/** Why a survivor is right; null if nobody has said so. */
export function reasonOf(file: string, { code, change }: Change): string | null {
  return SURVIVORS.find((one) => one.file === file && one.code === code && one.change === change)?.reason ?? null;
}

/** Numbers of one file, or of several. */
export interface Score {
  total: number;
  killed: number;
  explained: number;
  /** Survivors without a reason. */
  open: number;
}

export function scoreOf(results: readonly Pick<Result, 'file' | 'total' | 'lived'>[]): Score {
  const score = { total: 0, killed: 0, explained: 0, open: 0 };
  for (const { file, total, lived } of results) {
    const explained = lived.filter((one) => reasonOf(file, one)).length;
    score.total += total;
    score.killed += total - lived.length;
    score.explained += explained;
    score.open += lived.length - explained;
  }
  return score;
}

/** Killed mutants of those that a test could notice, in per cent with one decimal. */
export function percentOf({ total, killed, explained }: Score): string {
  return total === explained ? '100.0' : ((killed / (total - explained)) * 100).toFixed(1);
}

/** A table of all files, then each survivor with its reason, then the files that have no result. */
export function scoreTable(results: readonly Result[]): string {
  const short = (file: string) => file.replace('/src/', '/');
  const row = (name: string, date: string, score: Score) =>
    `| ${name} | ${date} | ${score.total} | ${score.killed} | ${score.explained} | ${score.open} | ${percentOf(score)} % |`;
  const survivors = results.flatMap(({ file, lived }) =>
    lived.map((one) => {
      const cell = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
      const where = `${file.slice(file.lastIndexOf('/') + 1)}:${one.line}`;
      return `| ${where} | ${cell(one.change)} | ${reasonOf(file, one) ?? '**not explained**'} |`;
    }),
  );
  const waiting = TARGETS.filter(({ file }) => results.every((one) => one.file !== file));
  return [
    '| File | Date | Mutants | Killed | Explained | Open | Score |\n|---|---|---:|---:|---:|---:|---:|',
    ...results.map((one) => row(short(one.file), one.date, scoreOf([one]))),
    row('**All**', '', scoreOf(results)),
    ...(survivors.length > 0 ? ['', '| Survivor | Change | Why |\n|---|---|---|', ...survivors] : []),
    ...(waiting.length > 0 ? ['', `Not run, or changed since (${waiting.length} files):`, ''] : []),
    ...waiting.map(({ file }) => `- ${short(file)}`),
  ].join('\n');
}
