import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What lies in the data folder; `dataDir` is an absolute path without links. */
export const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password');
export const logFile = (dataDir: string) => join(dataDir, 'postgres.log');
/** Names the cluster's folder when it could not be in the data folder. */
export const locationFile = (dataDir: string) => join(dataDir, 'postgres-location');

/** Root's own place for what another user must be able to reach. */
export const SHARED_DIR = '/var/lib/kinreel';

/** Makes it where it is missing, for all to pass through even where new folders are root's alone (umask 077). */
export function makeSharedDir(): void {
  if (mkdirSync(SHARED_DIR, { recursive: true })) chmodSync(SHARED_DIR, 0o755);
}

/** The cluster's folder (PGDATA): in the data folder, or where its location file says. */
export function clusterDir(dataDir: string): string {
  const here = join(dataDir, 'postgres');
  if (existsSync(here) || !existsSync(locationFile(dataDir))) return here;
  return readFileSync(locationFile(dataDir), 'utf8').trim();
}

/** Where the cluster of a data folder goes that the postgres user cannot reach. */
export const outsideClusterDir = (dataDir: string) => join(SHARED_DIR, `postgres-${digest(dataDir)}`);

/**
 * Address of the watchdog's socket, in Linux' abstract namespace: only one process can hold the name, and the kernel
 * frees it however that process ends, so it is also the lock on the data folder.
 */
export const watchdogAddress = (dataDir: string) => `\0kinreel-postgres-${digest(dataDir)}`;

const digest = (dataDir: string) => createHash('sha256').update(dataDir).digest('hex').slice(0, 24);
