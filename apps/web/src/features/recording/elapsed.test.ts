import { expect, it } from 'vitest';
import { elapsedMs, goOn, NOT_STARTED, standStill } from './elapsed.ts';

it('[UP-08] the time of a recording leaves its pauses out', () => {
  expect(elapsedMs(NOT_STARTED, 5_000)).toBe(0);
  const running = goOn(NOT_STARTED, 1_000);
  expect(elapsedMs(running, 4_500)).toBe(3_500);
  const paused = standStill(running, 5_000);
  expect(elapsedMs(paused, 99_000)).toBe(4_000);
  expect(elapsedMs(goOn(paused, 100_000), 101_500)).toBe(5_500);
});

it('[UP-08] going on twice or standing still twice changes nothing', () => {
  const running = goOn(NOT_STARTED, 1_000);
  expect(goOn(running, 3_000)).toEqual(running);
  const paused = standStill(running, 3_000);
  expect(standStill(paused, 9_000)).toEqual(paused);
});
