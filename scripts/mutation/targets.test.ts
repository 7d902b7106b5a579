import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SURVIVORS } from './survivors.ts';
import { TARGETS } from './targets.ts';

const root = join(import.meta.dirname, '../..');
const files = new Set(TARGETS.map(({ file }) => file));

test('every policy, and every route with a limit of its own, is a target of the mutants', () => {
  const deciding = globSync('apps/*/src/**/*.{policy,routes}.ts', { cwd: root }).filter(
    (path) => path.endsWith('.policy.ts') || /rateLimit: \w/.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(deciding.length).toBeGreaterThan(20);
  expect(deciding.filter((path) => !files.has(path))).toEqual([]);
});

test('targets and their tests exist, each target once', () => {
  expect(files.size).toBe(TARGETS.length);
  const named = TARGETS.flatMap(({ file, tests }) => [file, ...tests]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('a change that lives rightly is on a line that exists, in a target', () => {
  const gone = SURVIVORS.filter(
    ({ file, code }) => !files.has(file) || !readFileSync(join(root, file), 'utf8').includes(code),
  );
  expect(gone.map(({ file, code }) => `${file}: ${code}`)).toEqual([]);
});
