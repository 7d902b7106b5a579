import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './mutation/reports.ts';
import type { Part, ProofRow } from './proofs.ts';

/** What docs/proofs.json keeps: the last figures of each part, and the results of the mutants of each file. */
export interface KeptProofs {
  tests: Partial<Record<Exclude<Part, 'mutants'>, ProofRow[]>>;
  mutants: Result[];
}

const FILE = 'docs/proofs.json';

export function readKept(root: string): KeptProofs {
  const path = join(root, FILE);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { tests: {}, mutants: [] };
}

export function writeKept(root: string, kept: KeptProofs): void {
  writeFileSync(join(root, FILE), `${JSON.stringify(kept, null, 2)}\n`);
}
