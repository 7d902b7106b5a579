// `npm test` runs the checks, all unit, component and API tests, and the core journeys. `npm run test:all` (that is
// `npm test -- --all`) runs the same with every journey. The last line sums up the runners' own reports.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb, environment, findCeph, findChromium, findFfmpeg, installPackages, node, root } from './prepare.mjs';

const all = process.argv.includes('--all');

installPackages();
const ffmpeg = findFfmpeg();
findCeph();
const chromium = findChromium();

const reports = join(root, 'test-results/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = { ...environment(), ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
const totals = { passed: 0, failed: 0, skipped: 0 };
const began = Date.now();

/**
 * Runs one of the project's programs.
 * @param {string[]} args
 * @param {{ quiet?: boolean; extra?: NodeJS.ProcessEnv }} options
 * @returns {Promise<{ status: number | null; output: string }>} its exit code; its output if it is quiet
 */
function run(args, { quiet = false, extra = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(node(), args, {
      cwd: root,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...env, ...extra },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/**
 * Prints what comes next and the time since the start.
 * @param {string} name
 */
function announce(name) {
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`\n— ${name} (${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')})`);
}

/**
 * Checks have no tests of their own: each counts as one. They run at the same time, and print one after the other.
 * @param {Record<string, string[]>} list names and arguments
 */
async function checks(list) {
  const running = Object.entries(list).map(([name, args]) => ({ name, result: run(args, { quiet: true }) }));
  for (const { name, result } of running) {
    const { status, output } = await result;
    announce(name);
    process.stdout.write(output);
    totals[status === 0 ? 'passed' : 'failed'] += 1;
  }
}

/**
 * A test runner that writes a JSON report. One that breaks before it does counts as a failure.
 * @param {string} name
 * @param {string[]} args
 * @param {string} report path
 * @param {(report: any) => typeof totals} count
 * @param {NodeJS.ProcessEnv} extra
 */
async function suite(name, args, report, count, extra = {}) {
  announce(name);
  const { status } = await run(args, { extra });
  try {
    const counted = count(JSON.parse(readFileSync(report, 'utf8')));
    totals.passed += counted.passed;
    totals.failed += counted.failed;
    totals.skipped += counted.skipped;
    if (status !== 0 && counted.failed === 0) totals.failed += 1;
  } catch {
    totals.failed += 1;
  }
}

/**
 * In CI nothing may be skipped because a program is missing.
 * @param {string} reason
 */
function fail(reason) {
  console.error(`\n${reason}`);
  totals.failed += 1;
}

await checks({
  Types: ['scripts/typecheck.ts'],
  Lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  'Direction of imports': [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', 'dependency-cruiser.config.ts', 'apps', 'packages', 'e2e', 'scripts', 'bench'],
  ],
  'Cycles of features': [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ...['--config', 'dependency-cruiser.features.config.ts', 'apps/server/src/features'],
  ],
  'Texts in the catalogue': ['scripts/check-texts.ts'],
  'OpenAPI document': ['scripts/write-openapi.ts', '--check'],
});
buildWeb();
await checks({ 'Bytes of the first pages': ['scripts/check-bytes.ts'] });

if (!ffmpeg && process.env.CI) fail('The tests of media were skipped: there is no ffmpeg.');

const vitestReport = join(reports, 'vitest.json');
await suite(
  'Unit, component and API tests',
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
  const report = join(reports, 'playwright.json');
  const selection = all ? [] : ['--grep', '@core'];
  await suite(
    all ? 'All journeys' : 'Core journeys',
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...selection],
    report,
    (r) => ({ passed: r.stats.expected, failed: r.stats.unexpected + r.stats.flaky, skipped: r.stats.skipped }),
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
} else {
  fail('The component tests and journeys were not run: there is no browser.');
}

// By the reports of both runners, so it comes last, and needs all journeys.
if (all) await checks({ 'Requirements and their tests': ['scripts/check-requirements.ts'] });

/**
 * Files that broke before their first test have no failed test to count.
 * @param {import('./requirements.ts').VitestReport} report
 */
function countBrokenFiles(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  ).length;
}

announce('Done');
if (!all) console.log('`npm run test:all` also runs the other journeys.');
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
