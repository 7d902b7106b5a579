import { expect, test } from 'vitest';
import { visibleError } from './visible-error.ts';

const wrong = 'Please enter a valid email address';

test('[LOGIN-09] a field shows its error only after the person has left it', () => {
  expect(visibleError(wrong, { touched: false, submitted: false, value: 'a' })).toBeUndefined();
  expect(visibleError(wrong, { touched: true, submitted: false, value: 'a' })).toBe(wrong);
  expect(visibleError(wrong, { touched: true, submitted: false, value: '' })).toBe(wrong);
});

test('[LOGIN-09] a valid value shows no error', () => {
  expect(visibleError(undefined, { touched: true, submitted: true, value: 'a@example.org' })).toBeUndefined();
});

test('[LOGIN-06] after submitting, an invalid value shows its error; an empty field does not', () => {
  expect(visibleError(wrong, { touched: false, submitted: true, value: 'a' })).toBe(wrong);
  expect(visibleError(wrong, { touched: false, submitted: true, value: '' })).toBeUndefined();
});
