import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', '.github/*.md'], { cwd: root });

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '');

/** GitHub's anchor of a heading: lower case, without punctuation, spaces as hyphens. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): string[] =>
  [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Broken links within the repository. */
function brokenLinks(document: string): string[] {
  return [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? document : path.startsWith('/') ? path.slice(1) : join(dirname(document), path);
    if (!existsSync(join(root, target))) return [link];
    return anchor && !anchorsOf(target).includes(anchor) ? [link] : [];
  });
}

/** Paths in backticks, relative to the repository root, that do not exist. Ignores dist folders. */
function missingPaths(document: string): string[] {
  return [
    ...read(document).matchAll(/`((?:apps|packages|e2e|scripts|bench|deploy|docs|\.github|\.vscode)\/[\w./-]+)`(.*)/g),
  ]
    .filter(
      ([, path = '', rest = '']) =>
        !rest.startsWith(' (new)') && !path.endsWith('/dist') && !existsSync(join(root, path)),
    )
    .map(([, path = '']) => path);
}

/** Commands with `npm run` whose script does not exist. */
function missingScripts(document: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return [...read(document).matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in scripts));
}

test.each(documents)('links, paths and commands of %s exist', (document) => {
  expect(statSync(join(root, document)).size).toBeGreaterThan(0);
  expect({
    links: brokenLinks(document),
    paths: missingPaths(document),
    scripts: missingScripts(document),
  }).toEqual({ links: [], paths: [], scripts: [] });
});

test('the tables of the README and of docs/operations.md list every variable of the server once', () => {
  const source = read('apps/server/src/platform/config/config.ts');
  const schema = /const environment = z\.object\(\{(.*?)^\}\);/ms.exec(source)?.[1] ?? '';
  const variables = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(30);
  // Set by Kinreel's own processes.
  const internal = ['IDENTITY_INTERNAL_URL'];
  const rows = (path: string, heading: string) =>
    read(path)
      .split(`\n## ${heading}\n`)[1]
      ?.split('\n## ')[0]
      ?.match(/^\| `[A-Z].*$/gm) ?? [];
  const most = rows('README.md', 'Configuration');
  expect(most.length).toBeLessThanOrEqual(30);
  const named = [...most, ...rows('docs/operations.md', 'More settings')].map((row) => row.split(' | ')[0] ?? '');
  const timesNamed = (name: string) => named.filter((cell) => cell.includes(`\`${name}\``)).length;
  expect(variables.filter((name) => !internal.includes(name) && timesNamed(name) !== 1)).toEqual([]);
});

/** A step of the guide: lines that already exist in the code, or a whole new file. */
interface GuideStep {
  path: string;
  existing: string | null;
}

/** The guide's steps in order. A line that starts with a path in backticks names the file of the following code. */
function stepsOf(guide: string): GuideStep[] {
  const steps: GuideStep[] = [];
  let path = '';
  for (const [, named, kind, body = ''] of guide.matchAll(/^`([\w./-]+\.tsx?)`|^```(diff|tsx?)\n(.*?)^```$/gms)) {
    if (named) path = named;
    else if (kind === 'diff') steps.push({ path, existing: body.replace(/^\+.*\n/gm, '').replace(/^[ -]/gm, '') });
    else steps.push({ path, existing: null });
  }
  return steps;
}

test('the example in docs/how-to-add-a-feature.md matches the code line by line', () => {
  const steps = stepsOf(read('docs/how-to-add-a-feature.md'));
  expect(steps.length).toBeGreaterThan(20);
  const misfits = steps.filter(({ path, existing }) => {
    if (existing === null) return existsSync(join(root, path));
    return read(path).split(existing).length !== 2;
  });
  expect(misfits).toEqual([]);
});
