// `npm test`: everything that decides whether a change is right. Ends with one line summed from the runners' reports.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, environment, findCeph, findChromium, findFfmpeg, installPackages, node, root } from './prepare.mjs';

installPackages();
findFfmpeg();
findCeph();
const chromium = findChromium();

const reports = join(root, 'test-results/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = { ...environment(), ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Titles of the journeys that passed at their second attempt only. */
const flaky = [];

/** A check that has no tests of its own counts as one. */
function check(name, args) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(node(), args, { cwd: root, stdio: 'inherit', env });
  totals[status === 0 ? 'passed' : 'failed'] += 1;
}

/** A test runner that writes a JSON report; one that breaks before it does counts as a failure. */
function suite(name, args, report, count, extra = {}) {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(node(), args, { cwd: root, stdio: 'inherit', env: { ...env, ...extra } });
  try {
    const counted = count(JSON.parse(readFileSync(report, 'utf8')));
    for (const key of Object.keys(totals)) totals[key] += counted[key];
    if (status !== 0 && counted.failed === 0) totals.failed += 1;
  } catch {
    totals.failed += 1;
  }
}

check('Types', ['scripts/typecheck.ts']);
check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']);
check('Direction of imports', [
  'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  ...['--config', 'dependency-cruiser.config.ts', 'apps', 'packages', 'e2e', 'scripts', 'bench'],
]);
check('OpenAPI document', ['scripts/write-openapi.ts', '--check']);
buildWeb();
check('Bytes of the first pages', ['scripts/check-bytes.ts']);

const vitestReport = join(reports, 'vitest.json');
suite(
  'Unit and API tests',
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    // Most tests wait for a database, ffmpeg or a browser. Projects do not take this from vitest.config.ts.
    '--maxWorkers=3',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ],
  vitestReport,
  (r) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests + countBrokenFiles(r),
    skipped: r.numPendingTests + r.numTodoTests,
  }),
);

if (chromium) {
  const playwrightReport = join(reports, 'playwright.json');
  suite(
    'Browser journeys',
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
    playwrightReport,
    (r) => {
      flaky.push(...flakyTitles(r));
      return { passed: r.stats.expected + r.stats.flaky, failed: r.stats.unexpected, skipped: r.stats.skipped };
    },
    { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
  );
} else {
  console.error('\nThe browser journeys were not run: there is no browser.');
  totals.failed += 1;
}

// By the reports of both runners, so it comes last.
check('Requirements and their tests', ['scripts/check-requirements.ts']);

/** @returns titles in a suite of Playwright's report, and in those within it */
function flakyTitles({ suites = [], specs = [] }) {
  const own = specs.filter((spec) => spec.tests.some((test) => test.status === 'flaky')).map((spec) => spec.title);
  return [...own, ...suites.flatMap(flakyTitles)];
}

/** Files that broke before their first test have no failed test to count. */
function countBrokenFiles(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  ).length;
}

for (const title of flaky) console.log(`\nPassed at the second attempt only: ${title}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
