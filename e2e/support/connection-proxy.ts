import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

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
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isDisconnected = false;
  let perSecond = Number.POSITIVE_INFINITY;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (isDisconnected) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      // Dropped connections are expected.
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    far.pipe(near);
    near.on('data', (bytes: Buffer) => {
      near.pause();
      far.write(bytes, () => setTimeout(() => near.resume(), (bytes.length / perSecond) * 1000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    origin: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    speed: async (upwards = Number.POSITIVE_INFINITY) => {
      perSecond = upwards;
    },
    disconnect: () => {
      isDisconnected = true;
      closeAll();
    },
    reconnect: () => {
      isDisconnected = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeAll();
      }),
  };
}
