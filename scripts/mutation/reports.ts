import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SURVIVORS } from './survivors.ts';
import { TARGETS, type Target } from './targets.ts';

/** What happened to a mutant. `by`: the test that noticed it. */
export interface Outcome {
  line: number;
  code: string;
  change: string;
  outcome: 'killed' | 'hung' | 'lived';
  by: string | null;
}

export interface Report {
  file: string;
  /** Of the file, its tests and the runner: another one means that the report is out of date. */
  hash: string;
  /** Of the file alone: another one means that the report is about other mutants. */
  source: string;
  /** Whether all mutants were tried. */
  complete: boolean;
  seconds: number;
  mutants: Outcome[];
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

/** The complete reports of all targets whose file has not changed since, in their order. */
export function readReports(root: string): Report[] {
  return TARGETS.flatMap((target) => {
    const report = readReport(root, target);
    return report?.complete && report.source === sourceOf(root, target) ? report : [];
  });
}

/** Why a survivor is right; null if nobody has said so. */
export function reasonOf(file: string, { code, change }: Outcome): string | null {
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

export function scoreOf(reports: readonly Pick<Report, 'file' | 'mutants'>[]): Score {
  const score = { total: 0, killed: 0, explained: 0, open: 0 };
  for (const { file, mutants } of reports) {
    for (const one of mutants) {
      score.total += 1;
      if (one.outcome !== 'lived') score.killed += 1;
      else if (reasonOf(file, one)) score.explained += 1;
      else score.open += 1;
    }
  }
  return score;
}

/** Killed mutants of those that a test could notice, in per cent with one decimal. */
export function percentOf({ total, killed, explained }: Score): string {
  return total === explained ? '100.0' : ((killed / (total - explained)) * 100).toFixed(1);
}

/** A table of all files, then each survivor with its reason. */
export function scoreTable(reports: readonly Report[]): string {
  const rows = reports.map((report) => [report.file.replace('/src/', '/'), scoreOf([report])] as const);
  const lines = [...rows, ['**All**', scoreOf(reports)] as const].map(
    ([name, score]) =>
      `| ${name} | ${score.total} | ${score.killed} | ${score.explained} | ${score.open} | ${percentOf(score)} % |`,
  );
  const survivors = reports.flatMap(({ file, mutants }) =>
    mutants
      .filter(({ outcome }) => outcome === 'lived')
      .map((one) => {
        const cell = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', "'")}\``;
        const where = `${file.slice(file.lastIndexOf('/') + 1)}:${one.line}`;
        return `| ${where} | ${cell(one.change)} | ${reasonOf(file, one) ?? '**not explained**'} |`;
      }),
  );
  return [
    '| File | Mutants | Killed | Explained | Open | Score |\n|---|---:|---:|---:|---:|---:|',
    ...lines,
    ...(survivors.length > 0 ? ['', '| Survivor | Change | Why |\n|---|---|---|', ...survivors] : []),
  ].join('\n');
}
