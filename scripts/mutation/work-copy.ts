import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SCOPE = '@kinreel';

/**
 * Copies the project, with what is not committed, to a temporary folder: mutants are written there, never into the files
 * that somebody works on. Packages are links to the installed ones, except for the project's own, which are the copies.
 * @returns its path
 */
export function copyProject(root: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'kinreel-mutation-')));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of listed.split('\0')) {
    if (!path || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  for (const workspace of ['', ...workspaces(root)]) linkPackages(join(root, workspace), join(copy, workspace));
  return copy;
}

function workspaces(root: string): string[] {
  const below = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  return ['e2e', ...below].filter((path) => existsSync(join(root, path, 'package.json')));
}

function linkPackages(from: string, to: string): void {
  const installed = join(from, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(installed)) {
    // Caches are written to.
    if (name === '.cache' || name === '.vite' || name === '.vite-temp') continue;
    if (name === SCOPE)
      cpSync(join(installed, name), join(to, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(installed, name), join(to, 'node_modules', name));
  }
}
