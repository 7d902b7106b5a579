/**
 * `node scripts/release-notes.ts v1.2.3` prints the section of a release in CHANGELOG.md. Fails if the tag,
 * package.json and CHANGELOG.md differ.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The heading of a release: `## [1.2.3] - 2026-11-21`. */
const HEADING = /^## \[([^\]]+)\](?: - (.*))?$/;

/**
 * The text of one release.
 * @param tag such as `v1.2.3`
 * @param version of package.json
 * @throws Error if they differ, or if the changelog has no dated, non-empty section for it
 */
export function releaseNotes(tag: string, version: string, changelog: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === version);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "## [${version}] - date".`);
  const date = HEADING.exec(lines[start] ?? '')?.[2] ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error(`The section of ${version} has no date such as 2026-11-21.`);
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => HEADING.test(line) || /^\[[^\]]+\]: /.test(line));
  const notes = (end < 0 ? rest : rest.slice(0, end)).join('\n').trim();
  if (!notes) throw new Error(`The section of ${version} is empty.`);
  return notes;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  try {
    console.log(releaseNotes(process.argv[2] ?? '', version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
