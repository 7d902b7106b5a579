import { expect, test } from 'vitest';
import { formatMoment, movedPart, trimOfPart } from './part.ts';

test('start and end keep a distance of at least one second', () => {
  const part = { start: 2, end: 8 };
  expect(movedPart(part, { start: 9 }, 10)).toEqual({ start: 7, end: 8 });
  expect(movedPart(part, { end: 1 }, 10)).toEqual({ start: 2, end: 3 });
  expect(movedPart(part, { start: -1 }, 10)).toEqual({ start: 0, end: 8 });
  expect(movedPart(part, { end: 10.04 }, 10.02)).toEqual({ start: 2, end: 10.02 });
});

test('a part is sent in times of the whole video', () => {
  expect(trimOfPart({ start: 2.04, end: 8 }, { duration: 10, trim: null })).toEqual({ start: 2.04, end: 8 });
  expect(trimOfPart({ start: 0.5, end: 30 }, { duration: 30, trim: { start: 10, end: 40, whole: 60 } })).toEqual({
    start: 10.5,
    end: 40,
  });
});

test.each([
  [0, '0:00.0'],
  [9.96, '0:10.0'],
  [59.97, '1:00.0'],
  [83.25, '1:23.3'],
  [3723.4, '1:02:03.4'],
])('%f seconds are shown as %s', (seconds, shown) => {
  expect(formatMoment(seconds)).toBe(shown);
});
