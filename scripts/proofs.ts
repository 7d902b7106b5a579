/** The parts of `npm run prove`. */
export type Part = 'matrix' | 'model' | 'fuzz' | 'mutants';

/** What is read of Vitest's JSON report. */
export interface VitestReport {
  /** When it began, as Date.now() gives it. */
  startTime: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; meta?: { cells?: number; sequences?: number; steps?: number } }[];
  }[];
}

/** Suites of the fuzz tests, with how many requests or files of each kind they tried. */
export type FuzzCounts = Record<string, Record<string, number>>;

export interface ProofRow {
  what: string;
  /** When it was run: 2026-11-24; empty if never. */
  date: string;
  tried: string;
  result: string;
  /** Requests, sequences or mutants that were let in although they must not be. */
  letIn: number;
}

/** Failed tests; a file that broke before its first test counts as one. */
function failuresOf(report: VitestReport): number {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  );
  return report.numFailedTests + broken.length;
}

/** A date of a table: 2026-11-24. */
export const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Rows of the tests that count in their report. */
export function rowsOfTests(part: 'matrix' | 'model', report: VitestReport | null): ProofRow[] {
  const what = part === 'matrix' ? 'Authorization matrices' : 'Random sequences against the model';
  if (!report) return [{ what, date: '', tried: 'not run', result: '', letIn: 0 }];
  const date = dateOf(report.startTime);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const sum = (name: 'cells' | 'sequences' | 'steps') =>
    tests.reduce((total, { meta }) => total + (meta?.[name] ?? 0), 0);
  const tried = part === 'matrix' ? `${thousands(sum('cells'))} cells` : `${thousands(sum('sequences'))} sequences`;
  const steps = part === 'model' ? `${thousands(sum('steps'))} calls compared, ` : '';
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return [
    { what, date, tried, result: `${steps}${passed} of ${tests.length} tests passed`, letIn: failuresOf(report) },
  ];
}

/** What a file of fuzz tests reported. */
export interface FuzzResult {
  report: VitestReport;
  counts: FuzzCounts;
}

/** A row for each suite of the fuzz tests, and one for all. */
export function rowsOfFuzz(results: readonly FuzzResult[]): ProofRow[] {
  if (results.length === 0) return [{ what: 'Fuzzing', date: '', tried: 'not run', result: '', letIn: 0 }];
  const rows = results.flatMap(({ report, counts }) =>
    Object.entries(counts).map(([suite, kinds]) => ({
      what: `Fuzzing: ${suite}`,
      date: dateOf(report.startTime),
      tried: Object.entries(kinds)
        .map(([kind, count]) => `${thousands(count)} ${kind}`)
        .join(', '),
      result: '',
      letIn: 0,
    })),
  );
  const reports = results.map(({ report }) => report);
  const files = reports.flatMap(({ testResults }) => testResults);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const all = {
    what: 'Fuzzing, all',
    date: dateOf(Math.max(...reports.map(({ startTime }) => startTime))),
    tried: `${files.length} files of tests`,
    result: `${passed} of ${tests.length} tests passed`,
    letIn: reports.reduce((sum, report) => sum + failuresOf(report), 0),
  };
  return [...rows, all];
}

/** Whether nothing of a report failed. */
export const isPassed = (report: VitestReport) => failuresOf(report) === 0 && report.testResults.length > 0;

export function proofTable(rows: readonly ProofRow[]): string {
  const letIn = rows.reduce((total, row) => total + row.letIn, 0);
  return [
    '| Proof | Date | Tried | Result | Let in |\n|---|---|---:|---|---:|',
    ...rows.map((row) => `| ${row.what} | ${row.date} | ${row.tried} | ${row.result} | ${row.letIn} |`),
    `| **All** | | | | **${letIn}** |`,
  ].join('\n');
}

const thousands = (count: number) => count.toLocaleString('en');
