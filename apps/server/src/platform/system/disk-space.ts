import { statfs } from 'node:fs/promises';
import { NoSpaceError } from '@kinreel/service';
import type { ServerConfig } from '../config/config.ts';
import { DomainError } from '../http/errors.ts';

/** Below this share of the reserve, processing stops and the server is not ready. */
const LAST_PART = 1 / 16;

/** Free bytes on the disk of the data folder, for this process. */
export async function freeDiskBytes({ dataDir }: Pick<ServerConfig, 'dataDir'>): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

/**
 * Rejects files that would use the reserve, which is for the database on the same disk.
 * @param bytes expected size
 * @throws DomainError storage.full
 */
export async function requireDiskSpace(config: ServerConfig, bytes: number): Promise<void> {
  if ((await freeDiskBytes(config)) - bytes < config.limits.diskReserveBytes) throw new DomainError('storage.full');
}

/** Whether the reserve is nearly used up. */
export async function isDiskFull(config: ServerConfig): Promise<boolean> {
  return (await freeDiskBytes(config)) < config.limits.diskReserveBytes * LAST_PART;
}

/**
 * Called before work that writes files: on a full disk it would fail, and use the space that the database needs.
 * @throws NoSpaceError
 */
export async function requireSpaceForWork(config: ServerConfig): Promise<void> {
  if (await isDiskFull(config)) throw new NoSpaceError('the disk is full');
}
