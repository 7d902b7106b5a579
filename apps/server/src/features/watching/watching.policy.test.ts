import { expect, test } from 'vitest';
import { isNearEnd } from './watching.policy.ts';

test.each([
  [600, 589, false],
  [600, 590, true],
  [600, 600, true],
  [60, 56.9, false],
  [60, 57, true],
  [2, 1.5, false],
  [2, 1.9, true],
  [60, 75, true],
])('[WATCH-02] a video of %i seconds is finished at %f: %s', (duration, seconds, finished) => {
  expect(isNearEnd(seconds, duration)).toBe(finished);
});
