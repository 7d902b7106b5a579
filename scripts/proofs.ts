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

/** A row for each suite of the fuzz tests. */
export function rowsOfFuzz(report: VitestReport | null, counts: FuzzCounts | null): ProofRow[] {
  if (!report) return [{ what: 'Fuzzing', date: '', tried: 'not run', result: '', letIn: 0 }];
  const date = dateOf(report.startTime);
  const rows = Object.entries(counts ?? {}).map(([suite, kinds]) => ({
    what: `Fuzzing: ${suite}`,
    date,
    tried: Object.entries(kinds)
      .map(([kind, count]) => `${thousands(count)} ${kind}`)
      .join(', '),
    result: '',
    letIn: 0,
  }));
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const all = { what: 'Fuzzing, all', date, tried: `${report.testResults.length} files of tests` };
  return [...rows, { ...all, result: `${passed} of ${tests.length} tests passed`, letIn: failuresOf(report) }];
}

export function proofTable(rows: readonly ProofRow[]): string {
  const letIn = rows.reduce((total, row) => total + row.letIn, 0);
  return [
    '| Proof | Date | Tried | Result | Let in |\n|---|---|---:|---|---:|',
    ...rows.map((row) => `| ${row.what} | ${row.date} | ${row.tried} | ${row.result} | ${row.letIn} |`),
    `| **All** | | | | **${letIn}** |`,
  ].join('\n');
}

const thousands = (count: number) => count.toLocaleString('en');
