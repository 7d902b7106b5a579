import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { waitForDatabase } from '@kinreel/service';
import { ConfigError, type ServerConfig } from '../platform/config/config.ts';
import { StartFailed } from '../platform/system/process.ts';

/** Checks that the port is free, before anything is created for the web server. @throws the system error */
export async function requireFreePort({ host, port }: Pick<ServerConfig, 'host' | 'port'>): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Waits for the database. @throws ConfigError if its address is wrong, StartFailed if it does not respond in time */
export async function awaitDatabase(databaseUrl: string): Promise<void> {
  try {
    await waitForDatabase(databaseUrl, { print: (line) => console.error(line) });
  } catch (error) {
    throw error instanceof ConfigError ? error : new StartFailed((error as Error).message);
  }
}

/**
 * Whether no other start uses this data folder on this machine. The lock is a name in Linux's abstract socket
 * namespace: the kernel frees it when the process ends for any reason.
 */
export async function isOnlyStart(dataDir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const folder = await realpath(dataDir);
  const name = `\0kinreel-start-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(false));
    server.listen(name, () => {
      server.unref();
      resolve(true);
    });
  });
}
