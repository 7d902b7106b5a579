import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  coverage,
  filesNotRun,
  filesOf,
  type PlaywrightReport,
  type TestResult,
  testsOf,
  type VitestReport,
} from './requirements.ts';

const root = join(import.meta.dirname, '..');
const withTools = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };

const DOCUMENT = `# Requirements

| ID | What holds | Tests |
|---|---|---|
| VID-01 | Videos play. | none |
| VID-02 | Videos | in two columns | [old.test.ts](../old.test.ts) |
`;

const passed = (title: string, file = 'a.test.ts'): TestResult => ({ file, title, passed: true });

test('the document names the files of the tests that passed', () => {
  const { document, listed, unproved, unknown } = coverage(DOCUMENT, [
    passed('[VID-01] plays', 'apps/web/src/player.test.tsx'),
    passed('[VID-01] [VID-02] plays in both', 'e2e/player.spec.ts'),
  ]);
  expect({ listed, unproved, unknown }).toEqual({ listed: ['VID-01', 'VID-02'], unproved: [], unknown: [] });
  expect(document).toContain(
    '| VID-01 | Videos play. | [player.test.tsx](../apps/web/src/player.test.tsx), [player.spec.ts](../e2e/player.spec.ts) |',
  );
  expect(document).toContain('| VID-02 | Videos | in two columns | [player.spec.ts](../e2e/player.spec.ts) |');
});

test('a test that did not pass proves nothing and is named', () => {
  const failed = { ...passed('[VID-02] skipped'), passed: false };
  const { unproved } = coverage(DOCUMENT, [passed('[VID-01] plays'), failed]);
  expect(unproved).toEqual([{ id: 'VID-02', notPassed: [failed] }]);
});

test('a renamed test proves nothing, and an ID that the document does not have is found', () => {
  const { unproved, unknown } = coverage(DOCUMENT, [passed('VID-01 plays'), passed('[VID-20] other')]);
  expect(unproved.map(({ id }) => id)).toEqual(['VID-01', 'VID-02']);
  expect(unknown).toEqual(['VID-20']);
});

test('a test file that no runner ran is found', () => {
  const all = ['apps/web/src/player.test.ts', 'apps/web/src/player.test.tsx'];
  expect(filesNotRun(all, ['apps/web/src/player.test.ts'])).toEqual(['apps/web/src/player.test.tsx']);
});

test('Vitest: only tests with the status passed count, with the titles of their groups', () => {
  const result = (status: string, title = status) => ({ ancestorTitles: ['[VID-01] group'], title, status });
  const report: VitestReport = {
    testResults: [
      {
        name: join(root, 'apps/web/src/player.test.tsx'),
        status: 'failed',
        assertionResults: ['passed', 'failed', 'skipped', 'pending', 'todo', 'disabled'].map((status) =>
          result(status),
        ),
      },
    ],
  };
  const tests = testsOf(report, root);
  expect(tests.filter((one) => one.passed)).toEqual([
    { file: 'apps/web/src/player.test.tsx', title: '[VID-01] group passed', passed: true },
  ]);
  expect(tests).toHaveLength(6);
});

test('Playwright: only tests that were expected to pass and did so count', () => {
  const spec = (title: string, expectedStatus: string, ...attempts: string[]) => ({
    title,
    tests: [{ expectedStatus, results: attempts.map((status) => ({ status })) }],
  });
  const report: PlaywrightReport = {
    config: { rootDir: join(root, 'e2e') },
    suites: [
      {
        title: 'player.spec.ts',
        file: 'player.spec.ts',
        specs: [
          spec('plays', 'passed', 'passed'),
          spec('plays at the second attempt', 'passed', 'failed', 'passed'),
          spec('skipped', 'skipped', 'skipped'),
          spec('not run', 'passed'),
          spec('expected to fail', 'failed', 'failed'),
          spec('fails', 'passed', 'failed', 'timedOut'),
          { title: 'in no browser', tests: [] },
        ],
        suites: [
          { title: '[VID-01] group', file: 'player.spec.ts', specs: [spec('plays', 'passed', 'passed')], suites: [] },
          { title: 'group', file: 'player.spec.ts', specs: [spec('skipped', 'skipped', 'skipped')] },
        ],
      },
    ],
  };
  const names = testsOf(report, root).filter((one) => one.passed);
  expect(names).toEqual([
    { file: 'e2e/player.spec.ts', title: 'plays', passed: true },
    { file: 'e2e/player.spec.ts', title: 'plays at the second attempt', passed: true },
    { file: 'e2e/player.spec.ts', title: '[VID-01] group plays', passed: true },
  ]);
});

/** A folder inside the project, so that what is run in it finds the installed packages. Removed after the test. */
function temporaryFolder(): string {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/requirements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each(globSync('{{apps,packages}/*/vitest{,.browser}.config.ts,scripts/vitest.config.ts}', { cwd: root }))(
  'a test without an assertion fails in %s',
  async (path) => {
    const config = (await import(join(root, path))).default as { test: { expect?: object } };
    expect(config.test.expect).toMatchObject({ requireAssertions: true });
  },
);

test('in a real report of Vitest, skipped and empty tests prove nothing', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    `export default { test: { expect: { requireAssertions: true }, include: ['*.test.ts'] } };`,
  );
  writeFileSync(
    join(folder, 'sample.test.ts'),
    `import { describe, expect, test } from 'vitest';
    test('[VID-01] asserts', () => expect(1).toBe(1));
    test('[VID-02] empty', () => {});
    test.skip('[VID-02] skipped', () => expect(1).toBe(1));
    test.todo('[VID-02] planned');
    describe.skip('group', () => { test('[VID-02] in a skipped group', () => expect(1).toBe(1)); });`,
  );
  writeFileSync(
    join(folder, 'sample.test.tsx'),
    `import { expect, test } from 'vitest'; test('[VID-02] in a file that is not included', () => expect(1).toBe(1));`,
  );
  // Tests of files that this machine may not have.
  writeFileSync(
    join(folder, 'skipped.test.ts'),
    `import { describe, test } from 'vitest'; describe.skipIf(true)('files', () => { test.each([])('%s', () => {}); });`,
  );
  const report = join(folder, 'report.json');
  spawnSync('vitest', ['run', '--root', folder, '--reporter=json', `--outputFile=${report}`], {
    cwd: folder,
    env: withTools,
  });
  const parsed = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  expect(coverage(DOCUMENT, testsOf(parsed, folder)).unproved.map(({ id }) => id)).toEqual(['VID-02']);
  const all = ['sample.test.ts', 'sample.test.tsx', 'skipped.test.ts'];
  expect(filesNotRun(all, filesOf(parsed, folder))).toEqual(['sample.test.tsx']);
});

test('a test of Vitest that is expected to fail is an error of the linter', () => {
  const folder = temporaryFolder();
  const lint = (code: string) => {
    writeFileSync(join(folder, 'sample.test.ts'), `import { expect, it } from 'vitest';\n${code}\n`);
    for (const path of ['biome.json', 'scripts/lint'])
      cpSync(join(root, path), join(folder, path), { recursive: true });
    return spawnSync('biome', ['lint', '--vcs-enabled=false', 'sample.test.ts'], { cwd: folder, env: withTools })
      .status;
  };
  expect(lint(`it('works', () => expect(1).toBe(1));`)).toBe(0);
  expect(lint(`it.fails('works', () => expect(1).toBe(2));`)).toBe(1);
});

test('a journey without an assertion fails', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { reporter: 'json', workers: 1, outputDir: './output' };`,
  );
  writeFileSync(
    join(folder, 'sample.spec.ts'),
    `import { expect, test } from '${join(root, 'e2e/support/asserting-test.ts')}';
    test('asserts', () => expect(1).toBe(1));
    test('asserts softly', () => { expect.soft(1).toBe(1); });
    test('polls', () => expect.poll(() => 1).toBe(1));
    test('empty', () => {});
    test('does something', async () => { await Promise.resolve(); });
    test('skips', () => test.skip());`,
  );
  const { stdout } = spawnSync('playwright', ['test', '-c', folder], {
    cwd: root,
    encoding: 'utf8',
    env: withTools,
  });
  const tests = testsOf(JSON.parse(stdout) as PlaywrightReport, root);
  expect(tests.filter(({ passed }) => passed).map(({ title }) => title)).toEqual([
    'asserts',
    'asserts softly',
    'polls',
  ]);
  expect(tests).toHaveLength(6);
});
