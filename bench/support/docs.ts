import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const docs = join(import.meta.dirname, '../../docs');

/** Replaces what is between the two marks `name` of docs/performance.md. @throws Error if they are not there */
export function replaceMarked(name: string, text: string): void {
  const path = join(docs, 'performance.md');
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const before = readFileSync(path, 'utf8');
  const [first, last] = [before.indexOf(begin), before.indexOf(end)];
  if (first < 0 || last < first) throw new Error(`docs/performance.md has no ${begin}`);
  writeFileSync(path, `${before.slice(0, first)}${begin}\n${text}\n${before.slice(last)}`);
}
