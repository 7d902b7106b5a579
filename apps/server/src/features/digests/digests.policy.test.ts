import { expect, test } from 'vitest';
import { periodsBefore } from './digests.policy.ts';

test.each([
  ['2026-11-24T15:59:59Z', '2026-11-23T16:00:00Z', '2026-11-22T16:00:00Z'],
  ['2026-11-24T16:00:00Z', '2026-11-24T16:00:00Z', '2026-11-22T16:00:00Z'],
  // Sunday
  ['2026-11-29T15:59:59Z', '2026-11-28T16:00:00Z', '2026-11-22T16:00:00Z'],
  ['2026-11-29T16:00:00Z', '2026-11-29T16:00:00Z', '2026-11-29T16:00:00Z'],
])('at %s the last day ended at %s and the last week at %s', (now, day, week) => {
  expect(periodsBefore(new Date(now))).toEqual({ day: new Date(day), week: new Date(week) });
});
