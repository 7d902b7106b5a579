import { expect, test } from 'vitest';
import { isPassed, proofTable, rowsOfFuzz, rowsOfTests } from './proofs.ts';

const passed = (meta: object) => ({ status: 'passed', meta });
const report = (...assertionResults: { status: string; meta?: object }[]) => ({
  startTime: Date.UTC(2026, 10, 24, 23, 59),
  numFailedTests: assertionResults.filter(({ status }) => status === 'failed').length,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }],
});

test('the table has what the tests counted, and how much was let in', () => {
  const rows = [
    ...rowsOfTests('matrix', report(passed({ cells: 1200 }), passed({}), { status: 'failed', meta: { cells: 3 } })),
    ...rowsOfTests('model', report(passed({ sequences: 1000, steps: 29_000 }))),
    ...rowsOfFuzz([
      { report: { ...report(passed({})), startTime: 0 }, counts: { 'raw HTTP': { requests: 1000 } } },
      { report: report(passed({}), { status: 'failed' }), counts: { contracts: { valid: 20, broken: 30 } } },
    ]),
  ];
  expect(proofTable(rows).split('\n')).toEqual([
    '| Proof | Date | Tried | Result | Let in |',
    '|---|---|---:|---|---:|',
    '| Authorization matrices | 2026-11-24 | 1,203 cells | 2 of 3 tests passed | 1 |',
    '| Random sequences against the model | 2026-11-24 | 1,000 sequences | 29,000 calls compared, 1 of 1 tests passed | 0 |',
    '| Fuzzing: raw HTTP | 1970-01-01 | 1,000 requests |  | 0 |',
    '| Fuzzing: contracts | 2026-11-24 | 20 valid, 30 broken |  | 0 |',
    '| Fuzzing, all | 2026-11-24 | 2 files of tests | 2 of 3 tests passed | 1 |',
    '| **All** | | | | **2** |',
  ]);
});

test('a file that broke before its first test is a failure, and what was not run says so', () => {
  const broken = {
    startTime: 0,
    numFailedTests: 0,
    testResults: [{ name: 'a', status: 'failed', assertionResults: [] }],
  };
  expect(rowsOfTests('matrix', broken)[0]?.letIn).toBe(1);
  expect([report(passed({})), broken, { ...broken, testResults: [] }].map(isPassed)).toEqual([true, false, false]);
  expect([...rowsOfTests('model', null), ...rowsOfFuzz([])].map(({ tried }) => tried)).toEqual(['not run', 'not run']);
});
