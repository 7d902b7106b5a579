import { expect, test } from 'vitest';
import { dayOf, dayOfAge, startOfDay } from './opening-day.ts';

test('a day starts at midnight in the owner’s time zone, and must be in the future', () => {
  const opens = startOfDay('2031-05-03', new Date('2026-01-01T12:00:00Z')) ?? '';
  expect(dayOf(opens)).toBe('2031-05-03');
  expect(new Date(opens).getHours()).toBe(0);
  for (const wrong of ['', 'tomorrow', '2026-01-01', '2025-12-31']) {
    expect(startOfDay(wrong, new Date(2026, 0, 1, 12))).toBeNull();
  }
});

test('an age is converted to the birthday, or March 1 in years without February 29', () => {
  expect(dayOfAge('2013-05-03', '18')).toBe('2031-05-03');
  expect(dayOfAge('2012-02-29', '18')).toBe('2030-03-01');
  expect(dayOfAge('2012-02-29', '20')).toBe('2032-02-29');
  for (const [birthday, age] of [
    ['', '18'],
    ['2013-05-03', ''],
    ['2013-05-03', '-1'],
    ['2013-05-03', 'x'],
  ] as const) {
    expect(dayOfAge(birthday, age)).toBe('');
  }
});
