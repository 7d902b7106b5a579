import { basename, isAbsolute, join, relative } from 'node:path';

/** Vitest's JSON report; only the parts used here. */
export interface VitestReport {
  testResults: {
    /** Absolute path of the test file. */
    name: string;
    /** Also `failed` if the file failed to load. */
    status: string;
    /** The load error. */
    message?: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Playwright's JSON report; only the parts used here. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; tests: { expectedStatus: string; results: { status: string }[] }[] }[];
  suites?: PlaywrightSuite[];
}

/** One test of a report. Its title includes the titles of its groups. */
export interface TestResult {
  /** Path relative to the root of the project. */
  file: string;
  title: string;
  /** Whether the last attempt passed. */
  passed: boolean;
}

/** The tests of a Vitest or a Playwright report. @throws Error when the report is neither */
export function testsOf(report: VitestReport | PlaywrightReport, root: string): TestResult[] {
  if ('testResults' in report) {
    return report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        file: relative(root, name),
        title: [...ancestorTitles, title].join(' '),
        passed: status === 'passed',
      })),
    );
  }
  if ('suites' in report) return report.suites.flatMap((suite) => testsOfSuite(suite, report.config.rootDir, root, []));
  throw new Error('This is neither a report of Vitest nor one of Playwright.');
}

function testsOfSuite(suite: PlaywrightSuite, rootDir: string, root: string, groups: string[]): TestResult[] {
  const file = relative(root, isAbsolute(suite.file) ? suite.file : join(rootDir, suite.file));
  // The outermost suite is the file itself.
  const titles = suite.title === suite.file ? groups : [...groups, suite.title];
  const own = suite.specs.map(({ title, tests }) => ({
    file,
    title: [...titles, title].join(' '),
    // A test that is expected to fail (`test.fail`) does not count.
    passed:
      tests.length > 0 &&
      tests.every((test) => test.expectedStatus === 'passed' && test.results.at(-1)?.status === 'passed'),
  }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOfSuite(inner, rootDir, root, titles))];
}

/** The test files of a report, including those with only skipped tests. Paths are relative to the project root. */
export function filesOf(report: VitestReport | PlaywrightReport, root: string): string[] {
  if ('testResults' in report) return report.testResults.map(({ name }) => relative(root, name));
  return testsOf(report, root).map(({ file }) => file);
}

/** @returns test files that are in no report, for example because no configuration includes them */
export function filesNotRun(testFiles: readonly string[], reported: readonly string[]): string[] {
  const ran = new Set(reported);
  return testFiles.filter((file) => !ran.has(file)).sort();
}

/** Ids in square brackets in a title, such as VID-05. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d\d)\]/g)].map(([, id = '']) => id);
}

/** Test coverage of the requirements in docs/requirements.md. */
export interface Coverage {
  /** The document with an added column: the files of passed tests. */
  document: string;
  /** IDs of the document, in its order. */
  listed: string[];
  /** Ids without a passed test, with their failed or skipped tests. */
  unproved: { id: string; notPassed: TestResult[] }[];
  /** Ids in test titles that are not in the document. */
  unknown: string[];
}

/** @param document text of docs/requirements.md: rows of `| ID | requirement |` */
export function coverage(document: string, tests: readonly TestResult[]): Coverage {
  const byId = Map.groupBy(
    tests.flatMap((test) => idsIn(test.title).map((id) => ({ id, test }))),
    ({ id }) => id,
  );
  const listed: string[] = [];
  const unproved: Coverage['unproved'] = [];
  const withTests = document.replace(/^\| ([A-Z]+-\d\d) \| .* \|$/gm, (row, id: string) => {
    listed.push(id);
    const carriers = (byId.get(id) ?? []).map(({ test }) => test);
    const files = [...new Set(carriers.filter(({ passed }) => passed).map(({ file }) => file))].sort();
    if (files.length === 0) unproved.push({ id, notPassed: carriers });
    return `${row} ${files.map((file) => `[${basename(file)}](../${file})`).join(', ') || 'none'} |`;
  });
  const unknown = [...byId.keys()].filter((id) => !listed.includes(id)).sort();
  const head = /^\| ID \| What holds \|\n\|---\|---\|$/gm;
  const table = withTests.replace(head, '| ID | What holds | Tests |\n|---|---|---|');
  return { document: table, listed, unproved, unknown };
}
