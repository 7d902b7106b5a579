import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const TAPS = join(import.meta.dirname, '../../docs/testing.md');

/** The number of taps for a task in the table of docs/testing.md. @throws Error if it has no such row */
export function promisedTaps(task: string): number {
  for (const row of readFileSync(TAPS, 'utf8').split('\n')) {
    const [, name, taps] = row.split('|').map((cell) => cell.trim());
    if (name === task) return Number(taps);
  }
  throw new Error(`docs/testing.md has no row for: ${task}`);
}

/** Counts taps on a page, also across page loads. @returns a function that reads the number and resets it to 0 */
export async function countTaps(page: Page): Promise<() => Promise<number>> {
  let count = 0;
  const name = `tapped${Math.random().toString(36).slice(2)}`;
  await page.exposeFunction(name, () => {
    count += 1;
  });
  const listen = (tapped: string) => {
    const report = (window as unknown as Record<string, () => void>)[tapped];
    window.addEventListener('click', ({ isTrusted }) => isTrusted && report?.(), true);
  };
  await page.addInitScript(listen, name);
  await page.evaluate(listen, name);
  return async () => {
    // Waits until earlier reports have arrived.
    await page.evaluate(() => null);
    const counted = count;
    count = 0;
    return counted;
  };
}
