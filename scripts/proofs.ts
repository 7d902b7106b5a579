/** The parts of `npm run prove`. */
export type Part = 'matrix' | 'model' | 'fuzz' | 'mutants';

/** What is read of Vitest's JSON report. */
export interface VitestReport {
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

/** Rows of the tests that count in their report. */
export function rowsOfTests(part: 'matrix' | 'model', report: VitestReport | null): ProofRow[] {
  const what = part === 'matrix' ? 'Authorization matrices' : 'Random sequences against the model';
  if (!report) return [{ what, tried: 'not run', result: '', letIn: 0 }];
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const sum = (name: 'cells' | 'sequences' | 'steps') =>
    tests.reduce((total, { meta }) => total + (meta?.[name] ?? 0), 0);
  const tried = part === 'matrix' ? `${thousands(sum('cells'))} cells` : `${thousands(sum('sequences'))} sequences`;
  const steps = part === 'model' ? `${thousands(sum('steps'))} calls compared, ` : '';
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return [{ what, tried, result: `${steps}${passed} of ${tests.length} tests passed`, letIn: failuresOf(report) }];
}

/** A row for each suite of the fuzz tests. */
export function rowsOfFuzz(report: VitestReport | null, counts: FuzzCounts | null): ProofRow[] {
  if (!report) return [{ what: 'Fuzzing', tried: 'not run', result: '', letIn: 0 }];
  const rows = Object.entries(counts ?? {}).map(([suite, kinds]) => ({
    what: `Fuzzing: ${suite}`,
    tried: Object.entries(kinds)
      .map(([kind, count]) => `${thousands(count)} ${kind}`)
      .join(', '),
    result: '',
    letIn: 0,
  }));
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const all = { what: 'Fuzzing, all', tried: `${report.testResults.length} files of tests` };
  return [...rows, { ...all, result: `${passed} of ${tests.length} tests passed`, letIn: failuresOf(report) }];
}

export function proofTable(rows: readonly ProofRow[]): string {
  const letIn = rows.reduce((total, row) => total + row.letIn, 0);
  return [
    '| Proof | Tried | Result | Let in |\n|---|---:|---|---:|',
    ...rows.map((row) => `| ${row.what} | ${row.tried} | ${row.result} | ${row.letIn} |`),
    `| **All** | | | **${letIn}** |`,
  ].join('\n');
}

const thousands = (count: number) => count.toLocaleString('en');
