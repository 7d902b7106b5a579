import { expect, test } from 'vitest';
import { initials } from './person-avatar.tsx';

test('initials of the first and the last word, whole characters in any script', () => {
  expect(['Odalie Fennick', 'Ana María de la Vega', 'Cher', '  ', '李 小龍', '👵🏽 x'].map(initials)).toEqual([
    'OF',
    'AV',
    'C',
    '',
    '李小',
    '👵X',
  ]);
});
