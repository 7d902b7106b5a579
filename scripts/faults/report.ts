import type { Outcome } from './scenarios.ts';

/** The head of the table. */
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
