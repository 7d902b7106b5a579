import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Holds docs/requirements.md against the tests: the right column names the test files whose titles carry the ID.
 * With --write the column is brought up to date; without, a difference fails, so a test that goes is noticed.
 */
const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/requirements.md');
const NOT_YET = 'not yet';

/** Test files by the IDs in their titles. A skipped test proves nothing. */
function testsById(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const files = globSync('{apps,packages}/*/src/**/*.test.{ts,tsx}', { cwd: root }).concat(
    globSync('e2e/*.spec.ts', { cwd: root }),
  );
  for (const file of files.sort()) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, title = ''] of source.matchAll(
      /\b(?:test|it|describe)(?:\.(?:each\([^)]*\)|for\([^)]*\)|concurrent|serial))*\(\s*(['"`](?:\\.|(?!\n\n)[^\\])*?['"`])\s*,/g,
    )) {
      for (const [, id = ''] of title.matchAll(/\[([A-Z]+-\d\d)\]/g)) {
        found.set(id, (found.get(id) ?? new Set()).add(file));
      }
    }
  }
  return found;
}

const tests = testsById();
const listed = new Set<string>();
const missing: string[] = [];
const current = readFileSync(path, 'utf8');
const updated = current.replace(/^\| ([A-Z]+-\d\d) \| (.*) \|[^|\n]*\|$/gm, (_row, id: string, text: string) => {
  listed.add(id);
  const files = [...(tests.get(id) ?? [])];
  if (files.length === 0) missing.push(id);
  return `| ${id} | ${text} | ${files.length === 0 ? NOT_YET : files.map((file) => `[${basename(file)}](../${file})`).join(', ')} |`;
});

const unknown = [...tests.keys()].filter((id) => !listed.has(id));
if (unknown.length > 0) {
  console.error(`Tests name requirements that docs/requirements.md does not have: ${unknown.join(', ')}`);
  process.exit(1);
}
if (process.argv.includes('--write')) {
  writeFileSync(path, updated);
} else if (updated !== current) {
  console.error('docs/requirements.md does not say what the tests say. Run: npm run docs:requirements');
  process.exit(1);
}
if (missing.length > 0) {
  console.error(`No test names these requirements: ${missing.join(', ')}`);
  process.exit(1);
}
console.log(`${listed.size} requirements, each proved by tests.`);
