import type { CDPSession } from '@playwright/test';

/** A phone on a slow connection: milliseconds for each request, bytes a second, and how many times slower its CPU is. */
export interface SlowPhone {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
  cpuSlowdown: number;
}

/** Makes a page as slow as on this phone. The browser does not slow down what passes a service worker. */
export async function slowDown(devtools: CDPSession, { cpuSlowdown, ...network }: SlowPhone): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** @returns a function that returns how many bytes the page has received, compressed as they were sent */
export async function countBytes(devtools: CDPSession): Promise<() => number> {
  let total = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => total;
}
