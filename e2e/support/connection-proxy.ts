import type { Page } from '@playwright/test';
import { startTcpProxy } from '../../scripts/faults/tcp-proxy.ts';

/** A connection whose upload speed can be limited. */
export interface Connection {
  /** Limits the upload speed. Without a number it removes the limit. */
  speed(bytesPerSecond?: number): Promise<void>;
}

/** Limits the connection of one page, so that progress is visible. */
export async function slowConnection(page: Page, bytesPerSecond: number): Promise<Connection> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const connection: Connection = {
    speed: async (upwards = -1) => {
      const conditions = { offline: false, latency: upwards > 0 ? 20 : 0, downloadThroughput: -1 };
      await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: upwards });
    },
  };
  await connection.speed(bytesPerSecond);
  return connection;
}

/**
 * A proxy in front of Kinreel that can drop all connections in the middle of a request. The browser's emulation lets
 * running requests finish.
 */
export interface ConnectionProxy extends Connection {
  /** Address of Kinreel through the proxy. */
  origin: string;
  /** Closes every connection and rejects new ones. */
  disconnect(): void;
  /** Accepts connections again. */
  reconnect(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of the Kinreel at this address. */
export async function startConnectionProxy(origin: string): Promise<ConnectionProxy> {
  const proxy = await startTcpProxy(Number(new URL(origin).port));
  return {
    origin: `http://127.0.0.1:${proxy.port}`,
    speed: async (upwards = Number.POSITIVE_INFINITY) => proxy.limit(upwards),
    disconnect: () => proxy.set('refusing'),
    reconnect: () => proxy.set('open'),
    close: proxy.close,
  };
}
