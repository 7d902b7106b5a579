import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_VARIABLES } from './config.ts';
import { hintsAboutVariables } from './unknown-variables.ts';

const hints = (...names: string[]) => hintsAboutVariables(names, KNOWN_VARIABLES);

test("gives a hint for variables that look like Kinreel's", () => {
  expect(hints('SMTP_HOST', 'DATABSE_URL', 'S3_REGION_NAME')).toEqual([
    'SMTP_HOST is not a setting of Kinreel. Did you mean SMTP_URL?',
    'DATABSE_URL is not a setting of Kinreel. Did you mean DATABASE_URL?',
    expect.stringMatching(/^S3_REGION_NAME is not a setting of Kinreel\. Did you mean S3_/),
  ]);
});

test('reports variables of earlier versions as without effect', () => {
  expect(hints('FFPROBE_PATH')).toEqual(['FFPROBE_PATH has no effect any more: see CHANGELOG.md.']);
});

test('ignores foreign variables', () => {
  expect(hints('PATH', 'HOME', 'LANG', 'HOSTNAME', 'NODE_ENV', 'TERM', 'npm_config_cache', 'PGHOST', 'EDITOR')).toEqual(
    [],
  );
  expect(hints(...KNOWN_VARIABLES)).toEqual([]);
});

test('knows the variables of the identity service', () => {
  const source = readFileSync(join(import.meta.dirname, '../../../../identity/src/config.ts'), 'utf8');
  const names = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !KNOWN_VARIABLES.includes(name))).toEqual([]);
});
