import { expect, test } from 'vitest';
import { formatDate, today } from './date.ts';
import { formatBytes, formatDuration, formatDurationWithUnits } from './duration-and-size.ts';
import { daysSince, formatPastDay } from './past-day.ts';
import { formatRelativeTime } from './relative-time.ts';

test('[CONST-02] dates are MM/dd/yyyy', () => {
  expect(formatDate('1944-03-09')).toBe('03/09/1944');
  expect(formatDate(new Date(2026, 10, 1, 23, 59).toISOString())).toBe('11/01/2026');
  expect(formatDate(new Date(2026, 0, 31, 0, 1).toISOString())).toBe('01/31/2026');
  expect(formatDate('soon')).toBe('');
});

test('[REG-03] today is the date in the local time zone', () => {
  expect(today(new Date(2026, 0, 5, 0, 0, 1))).toBe('2026-01-05');
  expect(today(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31');
});

test('formats durations and file sizes', () => {
  expect([0, 4.4, 59.6, 252, 3729].map(formatDuration)).toEqual(['0:00', '0:04', '1:00', '4:12', '1:02:09']);
  expect([20, 60, 90, 7500, 3600].map(formatDurationWithUnits)).toEqual([
    '20 sec',
    '1 min',
    '1 min 30 sec',
    '2 hr 5 min',
    '1 hr',
  ]);
  expect([0, 999, 999_700, 1_400_000, 86_000_000, 4_294_967_296].map(formatBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 MB',
    '1.4 MB',
    '86 MB',
    '4.3 GB',
  ]);
});

test('formats relative times', () => {
  const now = new Date(2026, 2, 10, 9, 30);
  const ago = (...time: [number, number, number, number, number, number?]) =>
    formatRelativeTime(new Date(...time).toISOString(), now);
  expect(ago(2026, 2, 10, 9, 29, 30)).toBe('just now');
  expect(ago(2026, 2, 10, 9, 31)).toBe('just now');
  expect(ago(2026, 2, 10, 9, 29)).toBe('1 minute ago');
  expect(ago(2026, 2, 10, 8, 31)).toBe('59 minutes ago');
  expect(ago(2026, 2, 10, 8, 30)).toBe('1 hour ago');
  expect(ago(2026, 2, 10, 0, 5)).toBe('9 hours ago');
  expect(ago(2026, 2, 9, 23, 55)).toBe('yesterday');
  expect(ago(2026, 2, 4, 12, 0)).toBe('6 days ago');
  expect(ago(2026, 2, 3, 12, 0)).toBe('03/03/2026');
});

test('names a past day by its weekday for six days, then by its date', () => {
  const now = new Date(2026, 2, 10, 0, 5);
  const day = (...time: [number, number, number, number]) => new Date(...time).toISOString();
  expect(daysSince(day(2026, 2, 10, 0), now)).toBe(0);
  expect(daysSince(day(2026, 2, 9, 23), now)).toBe(1);
  expect(formatPastDay(day(2026, 2, 4, 23), now)).toBe('Wednesday');
  expect(formatPastDay(day(2026, 2, 3, 23), now)).toBe('March 3');
});
