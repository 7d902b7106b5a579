import type { Outcome } from './scenarios.ts';

/** The table of docs/faults.md. */
export const HEAD = `| Fault | Day | Times | Requests | Unanswered | Wrong answers | Writes | Lost | Half visible | Ended | Seconds to recover, median | most |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** How many cells a row has behind the name of its fault. */
const CELLS = HEAD.split('\n')[0]?.match(/\|/g)?.length ?? 0;

/** A row of what a fault did. */
export function rowOf(name: string, day: string, times: number, outcome: Outcome): string {
  const recovery = outcome.recovery.toSorted((a, b) => a - b);
  const seconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));
  const cells = [
    ...[name, day, times, outcome.requests, outcome.unanswered, outcome.wrong.length, outcome.writes],
    ...[outcome.lost.length, outcome.halfVisible.length, outcome.ended.length],
    ...[seconds(recovery[Math.floor(recovery.length / 2)]), seconds(recovery.at(-1))],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A row of a fault that was not run. */
export function emptyRow(name: string, reason: string): string {
  return `| ${name} | ${reason} |${' |'.repeat(CELLS - 3)}`;
}

/**
 * The page with the new rows in its table, in the order of `names`. Rows of faults that were not run now stay as they were,
 * with their day, and so does everything around the table.
 * @param rows by the name of their fault @param table the head of the table
 * @throws Error if the page has no such table
 */
export function mergeRows(
  page: string,
  names: readonly string[],
  rows: ReadonlyMap<string, string>,
  table = HEAD,
): string {
  const [head = ''] = table.split('\n');
  const from = page.indexOf(head);
  if (from < 0) throw new Error('The page has no table with these columns.');
  const old = /^(\|.*\n)+/.exec(page.slice(from))?.[0] ?? '';
  const before = new Map(old.split('\n').map((line) => [line.split('|')[1]?.trim() ?? '', line]));
  const merged = names.flatMap((name) => rows.get(name) ?? before.get(name) ?? []);
  return `${page.slice(0, from)}${table}\n${merged.join('\n')}\n${page.slice(from + old.length)}`;
}
