import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Page } from '@playwright/test';

/** A line whose upward speed can be set, in bytes a second; without a number it is as fast as it can. */
export interface Line {
  speed(bytesPerSecond?: number): Promise<void>;
}

/** Slow the line of one page down, so that progress can be seen. */
export async function slowConnection(page: Page, bytesPerSecond: number): Promise<Line> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const line: Line = {
    speed: async (upwards = -1) => {
      const conditions = { offline: false, latency: upwards > 0 ? 20 : 0, downloadThroughput: -1 };
      await session.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: upwards });
    },
  };
  await line.speed(bytesPerSecond);
  return line;
}

/**
 * A line that really breaks, in the middle of whatever is sent: the browser's emulation lets a request that is under
 * way come to its end.
 */
export interface BreakableLine extends Line {
  /** The same Kinreel, at this end of the line. */
  origin: string;
  /** Every connection ends, and none is made until it is mended. */
  break(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function breakableLine(origin: string): Promise<BreakableLine> {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  let isBroken = false;
  let perSecond = Number.POSITIVE_INFINITY;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (isBroken) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      // A broken line is what this is for.
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
    break: () => {
      isBroken = true;
      cut();
    },
    mend: () => {
      isBroken = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
