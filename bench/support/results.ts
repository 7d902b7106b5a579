import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../test-results');

/** Writes a run's tables to test-results/NAME.md and its figures to NAME.json. */
export function saveResults(name: string, tables: string, figures?: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.md`), `${tables}\n`);
  if (figures !== undefined) writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}
