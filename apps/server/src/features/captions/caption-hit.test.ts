import { expect, it } from 'vitest';
import fc from '../../testing/property.ts';
import { searchKey } from '../profile/name-keys.table.ts';
import { excerptOf } from './caption-hit.ts';

/** The excerpt with brackets around the marked words. */
function drawn(line: string, search: string): string {
  const { text, marks } = excerptOf(line, searchKey(search).split(' '));
  return marks.reduceRight(
    (shown, [from, to]) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`,
    text,
  );
}

it('[ROUTE-12] marks the words, whatever their case, accents and script', () => {
  expect(drawn('We moved to the Harbour', 'harbour MOVED')).toBe('We [moved] to the [Harbour]');
  expect(drawn('Zoë and Łukasz', 'zoe lukasz')).toBe('[Zoë] and [Łukasz]');
  expect(drawn('Zoe\u0308!', 'zoe')).toBe('[Zoe\u0308]!');
  expect(drawn('two\nrows of text', 'rows')).toBe('two [rows] of text');
  expect(drawn('اِنتَقَلنا إلى الميناء', 'الميناء')).toBe('اِنتَقَلنا إلى [الميناء]');
  expect(drawn('我们搬到了港口', '港口')).toBe('我们搬到了[港口]');
  expect(drawn('👩‍👧 the harbour', 'harbour')).toBe('👩‍👧 the [harbour]');
  expect(drawn('banana', 'ana nan')).toBe('b[anan]a');
  expect(drawn('here', 'there')).toBe('here');
});

it('[ROUTE-12] shortens a long caption around the first word, between words', () => {
  const line = `${'before '.repeat(20)}harbour ${'after '.repeat(30)}`.trim();
  const shown = drawn(line, 'harbour');
  expect(shown).toMatch(/^…(before ){3,6}\[harbour\] (after )+after…$/);
  expect(shown.length).toBeLessThan(130);
  expect(drawn(`${'了'.repeat(200)}港口${'了'.repeat(200)}`, '港口')).toMatch(/^…了+\[港口\]了+…$/);
  expect(drawn(`harbour ${'after '.repeat(40)}`.trim(), 'harbour')).toMatch(/^\[harbour\] (after )+after…$/);
});

it('[ROUTE-12] returns ranges inside the text, in order and without overlaps, for any caption and words', () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 }).map((value) => value.toWellFormed());
  fc.assert(
    fc.property(text, fc.string({ unit: 'binary', maxLength: 6 }), (line, search) => {
      const words = searchKey(search.toWellFormed()).split(' ').filter(Boolean);
      const { text: shown, marks } = excerptOf(line, words);
      let at = 0;
      for (const [from, to] of marks) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at).toBeLessThanOrEqual(shown.length);
    }),
  );
});
