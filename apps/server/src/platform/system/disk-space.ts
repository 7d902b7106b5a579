import { statfs } from 'node:fs/promises';
import { NoRoomError } from '@kinreel/service';
import type { ServerConfig } from '../config/config.ts';
import { DomainError } from '../http/errors.ts';

/** Below this part of the reserve nothing works for long, and the server is not ready. */
const LAST_PART = 1 / 16;

/** Bytes that this process may still write to the disk of the data folder. */
export async function freeDiskBytes({ dataDir }: Pick<ServerConfig, 'dataDir'>): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

/**
 * Refuses files that would use the reserve: it is for the database, which may be on the same disk.
 * @param bytes that are to come @throws DomainError storage.full
 */
export async function requireDiskSpace(config: ServerConfig, bytes: number): Promise<void> {
  if ((await freeDiskBytes(config)) - bytes < config.limits.diskReserveBytes) throw new DomainError('storage.full');
}

/** Whether the reserve is nearly used up too. */
export async function isDiskFull(config: ServerConfig): Promise<boolean> {
  return (await freeDiskBytes(config)) < config.limits.diskReserveBytes * LAST_PART;
}

/** Before work that writes files: on a full disk it would be in vain, and take the last bytes from the database. @throws NoRoomError */
export async function requireRoomForWork(config: ServerConfig): Promise<void> {
  if (await isDiskFull(config)) throw new NoRoomError('the disk is full');
}
