import { describe, expect, test } from 'vitest';
import fc from '../../testing/property.ts';
import { etagMatches, parseRange } from './byte-range.ts';

describe('parseRange', () => {
  test.each([
    ['bytes=0-0', 10, { start: 0, end: 0 }],
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=9-', 10, { start: 9, end: 9 }],
    ['bytes=2-4', 10, { start: 2, end: 4 }],
    ['bytes=2-99', 10, { start: 2, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-99', 10, { start: 0, end: 9 }],
    ['Bytes= 2-4 ', 10, { start: 2, end: 4 }],
    ['bytes=5-99999999999999999999999', 10, { start: 5, end: 9 }],
  ])('%s of %i bytes', (header, size, expected) => {
    expect(parseRange(header, size)).toEqual(expected);
  });

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s is unsatisfiable',
    (header) => {
      expect(parseRange(header, 10)).toBe('unsatisfiable');
    },
  );

  test('an empty file has no ranges', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable');
  });

  test.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=4-2',
    'bytes=1-2,4-5',
    'items=0-3',
    'kilobytes=0-3',
    'bytes=a-b',
    '0-3',
  ])('%s requests the complete file', (header) => {
    expect(parseRange(header, 10)).toBeNull();
  });

  test('the range is inside the file for any header', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `bytes=${a}-${b}`),
        ),
        fc.nat(1000),
        (header, size) => {
          const range = parseRange(header, size);
          if (range === null || range === 'unsatisfiable') return;
          expect(range.start).toBeGreaterThanOrEqual(0);
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          expect(range.end).toBeLessThan(size);
        },
      ),
    );
  });
});

test('etagMatches finds the tag in a list', () => {
  expect(etagMatches('"a"', '"a"')).toBe(true);
  expect(etagMatches('W/"a"', '"a"')).toBe(true);
  expect(etagMatches('"b", "a"', '"a"')).toBe(true);
  expect(etagMatches('*', '"a"')).toBe(true);
  expect(etagMatches('"b"', '"a"')).toBe(false);
  expect(etagMatches('"W/a"', '"a"')).toBe(false);
  expect(etagMatches(undefined, '"a"')).toBe(false);
});
