import { expect, test } from 'vitest';
import { mailName } from './mail-name.presenter.ts';

test.each([
  ["Odalie O'Fennick-Mørk", "Odalie O'Fennick-Mørk"],
  ['J. R. R.', 'J. R. R.'],
  ['Bram & Odalie, Jr.', 'Bram & Odalie, Jr.'],
  ['李小龍 محمد ปรีดี', '李小龍 محمد ปรีดี'],
  ['Win at evil.example.com now', 'Win at evil. example. com now'],
  ['https://evil.example/?a=1', 'httpsevil. examplea1'],
  ['evil@example.org', 'evilexample. org'],
  ['Odalie\u202etxt\u200b\u0007', 'Odalietxt'],
  ['Odalie\r\nBcc: x', 'Odalie Bcc x'],
  ['Odalie\u0085Fennick', 'OdalieFennick'],
  ['!!! 💰', 'Someone'],
])('%j is %j in a mail', (given, expected) => {
  expect(mailName(given)).toBe(expected);
});

test('a name has at most 40 characters', () => {
  const name = mailName('x'.repeat(100), 'Fennick');
  expect([...name]).toHaveLength(40);
  expect(name.endsWith('…')).toBe(true);
});
