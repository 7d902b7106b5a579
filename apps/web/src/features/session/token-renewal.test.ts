import { expect, test } from 'vitest';
import { renewalTime } from './token-renewal.ts';

const token = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

test('a token is renewed at 80 % of its life', () => {
  expect(renewalTime(token({ iat: 1000, exp: 1900 }))).toBe((1000 + 720) * 1000);
});

test('a token that does not tell its life has no time to be renewed at', () => {
  expect(renewalTime(token({ sub: 'x' }))).toBeNull();
  expect(renewalTime('opaque')).toBeNull();
  expect(renewalTime('')).toBeNull();
});
