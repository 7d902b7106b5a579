// `npm test` runs the checks, all unit, component and API tests, and the core journeys. `npm run test:all` (that is
// `npm test -- --all`) adds the other journeys and LONG_TESTS, `npm test -- --core` runs the core journeys alone. The last
// line sums up the runners' own reports.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  buildWeb,
  environment,
  findCeph,
  findChromium,
  findFfmpeg,
  findNginx,
  findSystemd,
  findUnzip,
  installPackages,
  node,
  root,
} from './prepare.mjs';

const all = process.argv.includes('--all');
const coreOnly = process.argv.includes('--core');

/**
 * Long tests that few changes break: hostile and random input, killed processes, an S3 store, operator commands, and
 * byte comparisons of renditions and trimmed videos. They take about 350 seconds of CPU time, and wait as long.
 */
const LONG_TESTS = [
  '*.fuzz',
  'attackers',
  'photo-flood',
  'unusual-files',
  'visibility/model',
  'worker-kill',
  'join-pieces',
  'make-renditions*',
  'trimmed-bytes',
  'tus-processes',
  'tus-memory',
  'embedded-postgres',
  'storage/storage',
  'storage-in-s3',
  'move-storage',
  'move-database',
  'backup/backup',
  'large-archive',
  'operators-day',
];

installPackages();
const ffmpeg = findFfmpeg();
if (!coreOnly) findCeph();
if (all) {
  findNginx();
  findSystemd();
  findUnzip();
}
const chromium = findChromium();

const reports = join(root, 'test-results/reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const env = {
  // A fixed seed, so that random tests do not fail because of an unrelated change. Try others with FAST_CHECK_SEED=<number>.
  FAST_CHECK_SEED: '20261124',
  ...environment(),
  ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
};
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Failures, listed again at the end of thousands of lines. @type {string[]} */
const failures = [];
const began = Date.now();

/**
 * Starts one of the project's programs. Several run at the same time but print one after the other, so the output is
 * buffered until `show` is called.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} extra
 * @returns {{ status: Promise<number | null>; show(): void }} its exit code, when it has ended
 */
function start(args, extra = {}) {
  const child = spawn(node(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...extra } });
  /** @type {Buffer[] | null} */
  let held = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      if (held) held.push(chunk);
      else process.stdout.write(chunk);
    });
  }
  return {
    status: new Promise((resolve) => child.on('close', resolve)),
    show() {
      for (const chunk of held ?? []) process.stdout.write(chunk);
      held = null;
    },
  };
}

/**
 * Prints the name of the next step and the time since the start.
 * @param {string} name
 */
function announce(name) {
  console.log(`\n— ${name} (${minutes(Date.now() - began)})`);
}

/**
 * @param {number} ms
 * @returns {string} for example 1:05
 */
function minutes(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Starts checks. Each counts as one test.
 * @param {Record<string, string[]>} list names and arguments
 * @returns {() => Promise<void>} shows their output, and resolves when they have ended
 */
function checks(list) {
  const running = Object.entries(list).map(([name, args]) => ({ name, program: start(args) }));
  return async () => {
    for (const { name, program } of running) {
      announce(name);
      program.show();
      const passed = (await program.status) === 0;
      totals[passed ? 'passed' : 'failed'] += 1;
      if (!passed) failures.push(name);
    }
  };
}

/**
 * Starts a test runner that writes a JSON report. A missing report counts as a failure.
 * @param {string} name
 * @param {string[]} args
 * @param {string} report path
 * @param {(report: any) => typeof totals & { failures: string[] }} count
 * @param {NodeJS.ProcessEnv} extra
 * @returns {() => Promise<void>} shows its output, and resolves when it has ended
 */
function suite(name, args, report, count, extra = {}) {
  const from = Date.now();
  const program = start(args, extra);
  const ended = program.status.then((status) => ({ status, took: Date.now() - from }));
  return async () => {
    announce(name);
    program.show();
    const { status, took } = await ended;
    console.log(`${name}: ${minutes(took)}`);
    try {
      const counted = count(JSON.parse(readFileSync(report, 'utf8')));
      totals.passed += counted.passed;
      totals.failed += counted.failed;
      totals.skipped += counted.skipped;
      failures.push(...counted.failures);
      if (status !== 0 && counted.failed === 0) fail(`${name}: an error outside of the tests`);
    } catch {
      fail(`${name}: no report`);
    }
  };
}

/**
 * Records a failure, such as tests skipped in CI because a program is missing.
 * @param {string} reason
 */
function fail(reason) {
  console.error(`\n${reason}`);
  totals.failed += 1;
  failures.push(reason);
}

buildWeb();

const showChecks = coreOnly
  ? null
  : checks({
      Types: ['scripts/typecheck.ts'],
      Lint: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
      Imports: ['scripts/check-imports.ts'],
      'Texts in the catalogue': ['scripts/check-texts.ts'],
      'Unused code and packages': ['node_modules/knip/bin/knip.js'],
      'OpenAPI document': ['scripts/openapi.ts'],
      'Bytes of the first pages': ['scripts/check-bytes.ts'],
    });

if (!ffmpeg && process.env.CI) fail('The media tests were skipped: ffmpeg is not installed.');

// In parallel with the checks, which take seconds.
const vitestReport = join(reports, 'vitest.json');
const showUnitTests = coreOnly
  ? null
  : suite(
      'Unit, component and API tests',
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        // For two cores, because tests often wait for processes: with three, the cores were idle for a quarter of the time.
        // Projects ignore this setting in vitest.config.ts.
        '--maxWorkers=5',
        ...(all ? [] : LONG_TESTS.map((name) => `--exclude=**/${name}.test.ts`)),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitestReport}`,
      ],
      vitestReport,
      (r) => ({
        passed: r.numPassedTests,
        failed: r.numFailedTests + countBrokenFiles(r),
        skipped: r.numPendingTests + r.numTodoTests,
        failures: failedTests(r),
      }),
    );
await showChecks?.();
await showUnitTests?.();

// After the other tests: more processes than cores would only wait for each other.
const playwrightReport = join(reports, 'playwright.json');
const showJourneys = chromium
  ? suite(
      all ? 'All journeys' : 'Core journeys',
      [
        ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
        ...(all ? [] : ['--grep', '@core']),
      ],
      playwrightReport,
      (r) => ({
        passed: r.stats.expected,
        failed: r.stats.unexpected + r.stats.flaky,
        skipped: r.stats.skipped,
        failures: r.suites.flatMap(failedJourneys),
      }),
      { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport },
    )
  : null;
// In parallel with the journeys, because faults mostly wait.
if (all) await checks({ 'Faults (short run)': ['scripts/faults.ts', '--quick'] })();
if (showJourneys) await showJourneys();
else fail('The component tests and journeys were not run: no browser is installed.');

// Alone, because it reports slow responses.
if (all && chromium) {
  await checks({ 'A random walk of 90 seconds': ['e2e/wander.mjs', '--seed', '20261127', '--minutes', '1.5'] })();
}

// Last, because it reads the reports of both runners.
if (all) await checks({ 'Requirements and their tests': ['scripts/check-requirements.ts'] })();

/**
 * Files that failed to load have no failed test to count.
 * @param {import('./requirements.ts').VitestReport} report
 */
function countBrokenFiles(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed'),
  ).length;
}

/** @param {import('./requirements.ts').VitestReport} report @returns {string[]} files, titles and errors */
function failedTests(report) {
  return report.testResults.flatMap((file) => {
    if (file.status !== 'failed') return [];
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((t) => t.status === 'failed');
    if (failed.length === 0) return [`${name} failed to load${excerpt(file.message)}`];
    return failed.map(
      (t) => `${name}: ${[...t.ancestorTitles, t.title].join(' › ')}${excerpt(t.failureMessages?.join('\n'))}`,
    );
  });
}

/** @param {any} group of Playwright's report @returns {string[]} files, titles and errors */
function failedJourneys(group) {
  const own = (group.specs ?? []).filter((/** @type {any} */ spec) => !spec.ok);
  return [
    ...own.map((/** @type {any} */ spec) => {
      const errors = spec.tests.flatMap((/** @type {any} */ test) =>
        test.results.flatMap((/** @type {any} */ result) =>
          (result.errors ?? []).map((/** @type {any} */ error) => error.message ?? ''),
        ),
      );
      return `e2e/${spec.file}: ${spec.title}${excerpt(errors.join('\n'))}`;
    }),
    ...(group.suites ?? []).flatMap(failedJourneys),
  ];
}

/**
 * The beginning of an error, because the full one is far above.
 * @param {string | undefined} message
 */
function excerpt(message) {
  if (!message) return '';
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 20);
  return lines.map((line) => `\n    ${line.slice(0, 200)}`).join('');
}

announce('Done');
for (const failure of failures) console.log(`✘ ${failure}`);
if (!all)
  console.log('`npm run test:all` also runs the other journeys, fuzzing, the kill tests, and those of S3 and backups.');
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ''}`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
