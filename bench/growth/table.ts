import { short } from '../support/table.ts';
import type { Cost } from './compare.ts';

/** The goal: at most so many times the time of the first column. */
export const MOST_GROWTH = 2;

/** Something that was measured in each column. */
export interface Line {
  name: string;
  figures: Cost[];
}

/** A table in Markdown: time and processor time of each column, and how often the first fits into the last. */
export function growthTable(columns: readonly string[], lines: readonly Line[]): string {
  return [
    `| ms, and of it processor time | ${columns.join(' | ')} | Last beside first | Below ${MOST_GROWTH} x |`,
    `|---|${columns.map(() => '---:|').join('')}---:|---|`,
    ...lines.map(({ name, figures }) => {
      const [first, last] = [figures[0], figures.at(-1)];
      const growth = (last?.milliseconds ?? Number.NaN) / (first?.milliseconds ?? Number.NaN);
      const growthOfCpu = (last?.cpu ?? Number.NaN) / (first?.cpu ?? Number.NaN);
      const cells = figures.map(({ milliseconds, cpu }) => `${short(milliseconds)}, ${short(cpu)}`);
      const reached = growth < MOST_GROWTH ? 'yes' : 'no';
      return `| ${name} | ${cells.join(' | ')} | ${short(growth)} x, ${short(growthOfCpu)} x | ${reached} |`;
    }),
  ].join('\n');
}
