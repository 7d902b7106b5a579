import { describe, expect, it } from 'vitest';
import { estimateBandwidth } from './estimate-bandwidth.ts';

const download = (transferSize: number, responseStart: number, responseEnd: number) => ({
  transferSize,
  responseStart,
  responseEnd,
});

describe('estimateBandwidth', () => {
  it('counts the time of parallel downloads once', () => {
    const downloads = [download(25_000, 1000, 2000), download(100_000, 500, 3000), download(25_000, 4000, 4500)];
    expect(estimateBandwidth(downloads, 10)).toBe((150_000 * 8) / 3);
  });

  it('ignores small files and those from a cache', () => {
    const downloads = [download(0, 0, 5), download(300, 10, 400), download(50_000, 1000, 2000)];
    expect(estimateBandwidth(downloads, 10)).toBe(400_000);
  });

  it("takes the browser's estimate if nothing was measured, or else a cautious one", () => {
    expect(estimateBandwidth([], 1.5)).toBe(1_500_000);
    expect(estimateBandwidth([download(0, 0, 5)], undefined)).toBe(1_000_000);
  });

  it('stays within what the player can use', () => {
    expect(estimateBandwidth([download(500_000, 10, 12)], undefined)).toBe(8_000_000);
  });
});
