import type { CDPSession } from '@playwright/test';

/** A phone on a slow connection: latency in milliseconds, bytes per second, and the CPU slowdown. */
export interface SlowPhone {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  cpuSlowdown: number;
}

/** Throttles a page like this phone. The browser does not throttle requests of a service worker. */
export async function slowDown(devtools: CDPSession, { cpuSlowdown, ...network }: SlowPhone): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** @returns a function that returns the bytes that the page has received, as compressed in transit */
export async function countBytes(devtools: CDPSession): Promise<() => number> {
  let total = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => total;
}
