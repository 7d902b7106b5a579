import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverage, filesNotRun, filesOf, testsOf } from './requirements.ts';

/**
 * Usage: node scripts/check-requirements.ts [REPORT...]
 *
 * Checks that a test that ran and passed proves every requirement in docs/requirements.md, and that every test file ran. Reads
 * the JSON reports of Vitest and Playwright, by default all of test-results/reports/, so it runs after a complete run of the
 * tests. Writes test-results/requirements.md: the requirements with the files of their tests.
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
if (notRun.length > 0) fail(`Test files that no runner ran: ${notRun.join(', ')}`);

const { document, listed, unproved, unknown } = coverage(readFileSync(path, 'utf8'), tests);
writeFileSync(join(root, 'test-results/requirements.md'), document);

if (unknown.length > 0) fail(`Tests name requirements that docs/requirements.md does not have: ${unknown.join(', ')}`);
if (unproved.length > 0) {
  const rows = unproved.map(({ id, notPassed }) =>
    notPassed.length === 0
      ? `${id}: no test`
      : `${id}: did not run or pass: ${notPassed.map(({ file, title }) => `${file} "${title}"`).join(', ')}`,
  );
  fail(`Requirements without a test that passed:\n${rows.join('\n')}`);
}
console.log(`${listed.length} requirements, each proved by a test that passed.`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
