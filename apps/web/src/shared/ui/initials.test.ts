import { expect, test } from 'vitest';
import { initials } from './person-avatar.tsx';

test('takes the first letters of the first and last word, in any script', () => {
  expect(['Odalie Fennick', 'Ana María de la Vega', 'Cher', '  ', '李 小龍', '👵🏽 x'].map(initials)).toEqual([
    'OF',
    'AV',
    'C',
    '',
    '李小',
    '👵X',
  ]);
});
