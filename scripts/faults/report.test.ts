import { expect, test } from 'vitest';
import { emptyResult } from './load.ts';
import { emptyRow, HEAD, mergeRows, rowOf } from './report.ts';

const outcome = { ...emptyResult(), requests: 9, unanswered: 2, writes: 4, lost: ['a'], ended: [] };

test('a part of the faults replaces its own rows of the page, and nothing else', () => {
  const old = rowOf('worker', '2026-01-01', 3, { ...outcome, recovery: [1] });
  const gone = rowOf('no such fault any more', '2026-01-01', 3, { ...outcome, recovery: [1] });
  const page = `# Faults\n\nBefore | it.\n\n${HEAD}\n${old}\n${gone}\n\nAfter it.\n`;
  const row = rowOf('web', '2026-01-02', 200, { ...outcome, recovery: [3, 1, 2] });
  expect(row).toBe('| web | 2026-01-02 | 200 | 9 | 2 | 0 | 4 | 1 | 0 | 0 | 2.0 | 3.0 |');
  const merged = mergeRows(page, ['web', 'worker', 'disk'], new Map([['web', row]]));
  expect(merged).toBe(`# Faults\n\nBefore | it.\n\n${HEAD}\n${row}\n${old}\n\nAfter it.\n`);
  const again = rowOf('worker', '2026-01-03', 100, { ...outcome, recovery: [] });
  expect(mergeRows(merged, ['web', 'worker', 'disk'], new Map([['worker', again]]))).toBe(
    `# Faults\n\nBefore | it.\n\n${HEAD}\n${row}\n${again}\n\nAfter it.\n`,
  );
  expect(() => mergeRows('# Faults\n', [], new Map())).toThrow('no table');
});

test('a row of a fault that was not run has as many cells as the table', () => {
  const cells = (line: string) => line.match(/\|/g)?.length;
  expect(cells(emptyRow('disk', 'not run: no root'))).toBe(cells(HEAD.split('\n')[0] ?? ''));
});
