import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const TAPS = join(import.meta.dirname, '../../docs/taps.md');

/** The number of taps that docs/taps.md promises for a task. @throws Error if it has no such row */
export function promisedTaps(task: string): number {
  for (const row of readFileSync(TAPS, 'utf8').split('\n')) {
    const [, name, taps] = row.split('|').map((cell) => cell.trim());
    if (name === task) return Number(taps);
  }
  throw new Error(`docs/taps.md has no row for: ${task}`);
}

/** Counts what a person taps on the page that is open, from now on. @returns reads the number */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const taps = { count: 0 };
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) taps.count += 1;
    };
    window.addEventListener('click', count, true);
    return taps;
  });
  return () => counter.evaluate(({ count }) => count);
}
