import type { Page } from '@playwright/test';

/** The line of one page, upwards. */
export interface Line {
  /** Bytes a second from now on; without a number as fast as it can. */
  speed(bytesPerSecond?: number): Promise<void>;
}

/** Slow the line of one page down, so that progress can be seen. */
export async function slowLine(page: Page, bytesPerSecond: number): Promise<Line> {
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
