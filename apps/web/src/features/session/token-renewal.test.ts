import { expect, test } from 'vitest';
import { renewalTime } from './token-renewal.ts';

const token = (payload: object) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

test('a token is renewed after 80 % of its lifetime', () => {
  expect(renewalTime(token({ iat: 1000, exp: 1900 }))).toBe((1000 + 720) * 1000);
});

test('a token with an unknown lifetime has no renewal time', () => {
  expect(renewalTime(token({ sub: 'x' }))).toBeNull();
  expect(renewalTime('opaque')).toBeNull();
  expect(renewalTime('')).toBeNull();
});
