import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverage, filesNotRun, filesOf, testsOf } from './requirements.ts';

/**
 * Usage: node scripts/check-requirements.ts [REPORT...]
 *
 * Checks that every requirement in docs/requirements.md has a passed test, and that every test file ran. Reads the JSON
 * reports of Vitest and Playwright, by default all of test-results/reports/, so it must run after all tests. Writes
 * test-results/requirements.md: the requirements with their test files.
 */
const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/requirements.md');
const reportFolder = join(root, 'test-results/reports');

const named = process.argv.slice(2);
const reports =
  named.length > 0 ? named : globSync('*.json', { cwd: reportFolder }).map((name) => join(reportFolder, name));
const absent = reports.filter((report) => !existsSync(report));
if (reports.length === 0 || absent.length > 0) {
  fail(`No report of the tests: ${absent.join(', ') || reportFolder}. Run all tests first: npm run test:all`);
}

const parsed = reports.map((report) => JSON.parse(readFileSync(report, 'utf8')));
const tests = parsed.flatMap((report) => testsOf(report, root));
const files = parsed.flatMap((report) => filesOf(report, root));
const testFiles = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist',
});
const notRun = filesNotRun(testFiles, files);
if (notRun.length > 0) fail(`Test files that did not run: ${notRun.join(', ')}`);

const { document, listed, unproved, unknown } = coverage(readFileSync(path, 'utf8'), tests);
writeFileSync(join(root, 'test-results/requirements.md'), document);

if (unknown.length > 0) fail(`Tests name requirements that are not in docs/requirements.md: ${unknown.join(', ')}`);
if (unproved.length > 0) {
  const rows = unproved.map(({ id, notPassed }) =>
    notPassed.length === 0
      ? `${id}: no test`
      : `${id}: did not run or pass: ${notPassed.map(({ file, title }) => `${file} "${title}"`).join(', ')}`,
  );
  fail(`Requirements without a passed test:\n${rows.join('\n')}`);
}
console.log(`${listed.length} requirements, each with a passed test.`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
