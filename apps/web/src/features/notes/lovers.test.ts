import type { Person } from '@kinreel/contracts/profile';
import { expect, test } from 'vitest';
import { loversText } from './lovers.ts';

const person = (first_name: string, last_name = 'Vale', id = `${first_name} ${last_name}`) =>
  ({ id, first_name, last_name }) as Person;
const ISMENE = person('Ismene');
const CORVIN = person('Corvin');

test('the people with a heart are named, and nobody is counted', () => {
  expect(loversText([], 'x')).toBe('');
  expect(loversText([ISMENE], 'x')).toBe('Ismene loves this');
  expect(loversText([ISMENE, CORVIN], 'x')).toBe('Ismene and Corvin love this');
});

test('the reader is You', () => {
  expect(loversText([ISMENE], ISMENE.id)).toBe('You love this');
  expect(loversText([ISMENE, CORVIN], ISMENE.id)).toBe('You and Corvin love this');
});

test('two people with the same first name have their last names', () => {
  expect(loversText([ISMENE, person('Ismene', 'Fennick')], 'x')).toBe('Ismene Vale and Ismene Fennick love this');
});

test('after ten names it says others', () => {
  const hearts = Array.from({ length: 11 }, (_, n) => person(`P${n}`));
  expect(loversText(hearts, 'x')).toBe('P0, P1, P2, P3, P4, P5, P6, P7, P8, P9 and others love this');
});
