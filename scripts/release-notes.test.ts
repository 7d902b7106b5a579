import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseNotes } from './release-notes.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Not yet.

## [1.1.0] - 2027-01-31

### Fixed

- A bug.

## [1.0.0] - 2026-12-24

### Added

- Everything.

[Unreleased]: https://example.org/compare
`;

test('extracts the section of a release from the changelog', () => {
  expect(releaseNotes('v1.1.0', '1.1.0', CHANGELOG)).toBe('### Fixed\n\n- A bug.');
  expect(releaseNotes('v1.0.0', '1.0.0', CHANGELOG)).toBe('### Added\n\n- Everything.');
});

test('fails if tag, package.json and changelog differ', () => {
  expect(() => releaseNotes('v1.1.0', '1.0.0', CHANGELOG)).toThrow('package.json has version 1.0.0');
  expect(() => releaseNotes('v2.0.0', '2.0.0', CHANGELOG)).toThrow('no section "## [2.0.0] - date"');
  expect(() => releaseNotes('v1.1.0', '1.1.0', CHANGELOG.replace('2027-01-31', 'soon'))).toThrow('no date');
  expect(() => releaseNotes('v1.1.0', '1.1.0', CHANGELOG.replace(/### Fixed\n\n- A bug.\n/, ''))).toThrow('empty');
});

test('the changelog contains the version of package.json', () => {
  const root = join(import.meta.dirname, '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  expect(releaseNotes(`v${version}`, version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))).toContain('### Added');
});
