import { afterEach, expect, test, vi } from 'vitest';
import { birthday } from './profile.ts';

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  // In the earliest time zone, UTC+14, a day begins at 10:00 UTC of the day before.
  ['2026-03-09T09:59:59Z', '2026-03-09', '2026-03-10'],
  ['2026-03-09T10:00:00Z', '2026-03-10', '2026-03-11'],
])('[REG-03] at %s a birthday is %s at the latest, wherever a person lives', (now, latest, tooLate) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  expect(birthday.safeParse(latest).success).toBe(true);
  const { error } = birthday.safeParse(tooLate);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Your birthday cannot be later than today.']);
});
