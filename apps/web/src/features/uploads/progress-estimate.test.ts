import { describe, expect, it } from 'vitest';
import { addSample, estimate, percentOf, type Sample, sentInWords, WINDOW_MS } from './progress-estimate.ts';

describe('speed and time left', () => {
  it('[UP-04] are unknown until there is a second of history', () => {
    expect(estimate([], 1000)).toEqual({ speed: null, secondsLeft: null });
    expect(estimate([{ at: 0, sent: 0 }], 1000)).toEqual({ speed: null, secondsLeft: null });
    const short = [
      { at: 0, sent: 0 },
      { at: 500, sent: 400 },
    ];
    expect(estimate(short, 1000)).toEqual({ speed: null, secondsLeft: null });
  });

  it('[UP-04] are measured over the window', () => {
    const samples = [
      { at: 1000, sent: 0 },
      { at: 3000, sent: 4_000_000 },
    ];
    expect(estimate(samples, 10_000_000)).toEqual({ speed: 2_000_000, secondsLeft: 3 });
  });

  it('[UP-04] are known after exactly a second; the time left is rounded up and never negative', () => {
    const after = (sent: number) => [
      { at: 0, sent: 0 },
      { at: 1000, sent },
    ];
    expect(estimate(after(300), 1000)).toEqual({ speed: 300, secondsLeft: 3 });
    expect(estimate(after(1300), 1000)).toEqual({ speed: 1300, secondsLeft: 0 });
  });

  it('[UP-04] keep the newest sample before the window, so that the window is covered', () => {
    const samples = [-9000, -5000, 0].map((at) => ({ at, sent: 0 }));
    expect(addSample(samples, { at: WINDOW_MS, sent: 1 }).map(({ at }) => at)).toEqual([-5000, 0, WINDOW_MS]);
  });

  it('[UP-04] are unknown while nothing is sent', () => {
    const samples = [
      { at: 0, sent: 500 },
      { at: 5000, sent: 500 },
    ];
    expect(estimate(samples, 1000)).toEqual({ speed: 0, secondsLeft: null });
  });

  it('[UP-04] adapt to a connection that becomes slow', () => {
    let samples: Sample[] = [];
    for (let second = 0; second <= 5; second += 1)
      samples = addSample(samples, { at: second * 1000, sent: second * 9_000 });
    for (let second = 6; second <= 40; second += 1)
      samples = addSample(samples, { at: second * 1000, sent: 45_000 + (second - 5) * 100 });
    expect(estimate(samples, 100_000).speed).toBeCloseTo(100);
    expect(samples.length).toBeLessThanOrEqual(WINDOW_MS / 1000 + 2);
  });
});

describe('the sent amount', () => {
  it('[UP-04] is 100 percent only after the last byte', () => {
    expect(percentOf(0, 0)).toBe(0);
    expect(percentOf(999, 1000)).toBe(99);
    expect(percentOf(1000, 1000)).toBe(100);
    expect(percentOf(1100, 1000)).toBe(100);
  });

  it('[UP-04] shows a common unit once', () => {
    expect(sentInWords(86_000_000, 210_000_000)).toBe('86 of 210 MB');
    expect(sentInWords(400_000, 2_500_000_000)).toBe('400 kB of 2.5 GB');
    expect(sentInWords(0, 900)).toBe('0 of 900 bytes');
  });
});
