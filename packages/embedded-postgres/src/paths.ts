import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in the data folder; `dataDir` is an absolute path without symbolic links. */
export const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password');
export const logFile = (dataDir: string) => join(dataDir, 'postgres.log');
/** Contains the cluster's path if it could not be in the data folder. */
export const locationFile = (dataDir: string) => join(dataDir, 'postgres-location');

/** Folder of root for files that another user must be able to read. */
export const SHARED_DIR = '/var/lib/kinreel';

/** Creates the folder if missing, readable for everybody even with umask 077. */
export function makeSharedDir(): void {
  if (mkdirSync(SHARED_DIR, { recursive: true })) chmodSync(SHARED_DIR, 0o755);
}

/** The cluster's folder (PGDATA): in the data folder, or the path in its location file. */
export function clusterDir(dataDir: string): string {
  const here = join(dataDir, 'postgres');
  if (existsSync(here) || !existsSync(locationFile(dataDir))) return here;
  return readFileSync(locationFile(dataDir), 'utf8').trim();
}

/** Path of the cluster if the postgres user cannot reach the data folder. */
export const outsideClusterDir = (dataDir: string) => join(SHARED_DIR, `postgres-${digest(dataDir)}`);

/**
 * Address of the watchdog's socket, in Linux's abstract namespace. Only one process can hold the name and the kernel
 * frees it when that process ends for any reason, so it is also the lock on the data folder.
 */
export const watchdogAddress = (dataDir: string) => `\0kinreel-postgres-${digest(dataDir)}`;

const digest = (dataDir: string) => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
