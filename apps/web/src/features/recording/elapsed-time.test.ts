import { expect, it } from 'vitest';
import { elapsedMs, NOT_STARTED, pauseTime, startTime } from './elapsed-time.ts';

it('[UP-08] the recorded time does not include pauses', () => {
  expect(elapsedMs(NOT_STARTED, 5_000)).toBe(0);
  const running = startTime(NOT_STARTED, 1_000);
  expect(elapsedMs(running, 4_500)).toBe(3_500);
  const paused = pauseTime(running, 5_000);
  expect(elapsedMs(paused, 99_000)).toBe(4_000);
  expect(elapsedMs(startTime(paused, 100_000), 101_500)).toBe(5_500);
});

it('[UP-08] starting twice or pausing twice changes nothing', () => {
  const running = startTime(NOT_STARTED, 1_000);
  expect(startTime(running, 3_000)).toEqual(running);
  const paused = pauseTime(running, 3_000);
  expect(pauseTime(paused, 9_000)).toEqual(paused);
});
