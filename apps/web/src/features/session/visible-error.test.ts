import { expect, test } from 'vitest';
import { visibleError } from './visible-error.ts';

const wrong = 'Please enter a valid email address';

test('[LOGIN-09] a field shows its error only after it has been left once', () => {
  expect(visibleError(wrong, { left: false, sent: false, value: 'a' })).toBeUndefined();
  expect(visibleError(wrong, { left: true, sent: false, value: 'a' })).toBe(wrong);
  expect(visibleError(wrong, { left: true, sent: false, value: '' })).toBe(wrong);
});

test('[LOGIN-09] a valid value shows none', () => {
  expect(visibleError(undefined, { left: true, sent: true, value: 'a@example.org' })).toBeUndefined();
});

test('[LOGIN-06] after sending, a wrong value shows it and an empty field leaves it to the message of the form', () => {
  expect(visibleError(wrong, { left: false, sent: true, value: 'a' })).toBe(wrong);
  expect(visibleError(wrong, { left: false, sent: true, value: '' })).toBeUndefined();
});
