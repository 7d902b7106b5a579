import type { Outcome } from './scenarios.ts';

/** The table's header. */
export const HEAD = `| Fault | Day | Times | Requests | Unanswered | Wrong answers | Writes | Lost | Incomplete | Crashed | Seconds to recover, median | most |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** Number of cells after the fault's name. */
const CELLS = HEAD.split('\n')[0]?.match(/\|/g)?.length ?? 0;

/** The row of a fault. */
export function rowOf(name: string, day: string, times: number, outcome: Outcome): string {
  const recovery = outcome.recovery.toSorted((a, b) => a - b);
  const seconds = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1));
  const cells = [
    ...[name, day, times, outcome.requests, outcome.unanswered, outcome.wrong.length, outcome.writes],
    ...[outcome.lost.length, outcome.incomplete.length, outcome.crashed.length],
    ...[seconds(recovery[Math.floor(recovery.length / 2)]), seconds(recovery.at(-1))],
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The row of a skipped fault. */
export function emptyRow(name: string, reason: string): string {
  return `| ${name} | ${reason} |${' |'.repeat(CELLS - 3)}`;
}
