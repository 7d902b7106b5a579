import { describe, expect, it } from 'vitest';
import fc from '../../testing/property.ts';
import { nameColumns, nameKey, wordForms } from './name-keys.table.ts';

describe('nameKey', () => {
  it.each([
    ['Zoë  ŁUKASZ', 'zoe lukasz'],
    ['Søren Þór Æbelø', 'soren thor aebelo'],
    ['İpek Işık', 'ipek isik'],
    ['Großmann', 'grossmann'],
    ['O’Brien', "o'brien"],
    ['  Nguyễn\u00a0Thị ', 'nguyen thi'],
    ['ﬁnn\u200dlay', 'finnlay'],
    ['\ud800\u0000', ''],
    ['Ольга', 'ольга'],
    ['田中', '田中'],
  ])('[HEAD-03] makes %j comparable as %j', (text, key) => expect(nameKey(text)).toBe(key));

  it('[HEAD-03] is idempotent, well-formed and short for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const key = nameKey(text);
        expect(nameKey(key)).toBe(key);
        expect(key.isWellFormed()).toBe(true);
        expect([...key].length).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('wordForms', () => {
  it('[HEAD-03] shares a form with words that have a missing, additional, replaced or swapped letter', () => {
    const meet = (a: string, b: string) => wordForms(a).some((form) => wordForms(b).includes(form));
    for (const typed of ['katerine', 'katharine', 'kathrine', 'kahterine', 'katherinee']) {
      expect(meet(typed, 'katherine'), typed).toBe(true);
    }
    expect(meet('margaret', 'katherine')).toBe(false);
    expect(wordForms('jo')).toEqual(['jo']);
  });

  it('[HEAD-03] contains the words of both names, and few forms of the longest', () => {
    expect(nameColumns('Mary-Ann', 'Lee')).toMatchObject({ first_key: 'mary-ann', last_key: 'lee' });
    expect(nameColumns('Mary-Ann', 'Lee').name_forms).toEqual([
      ...['mary', 'ary', 'mry', 'may', 'mar', 'ann', 'lee'],
      ...['mary-annlee', 'leemary-ann'],
    ]);
    expect(nameColumns('x'.repeat(100), 'ab '.repeat(33)).name_forms.length).toBeLessThan(20);
  });
});
