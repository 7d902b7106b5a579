import { defineMessages } from '../define-messages.ts';

/** Fallback messages for invalid values in API requests, if the schema has no specific one. */
export const invalidInput = defineMessages('invalid-input', {
  missing: 'This is missing.',
  invalid: 'This value is not valid.',
  tooSmall: 'Please use {minimum} or more.',
  tooLarge: 'Please use {maximum} or less.',
  tooShort: 'This is too short.',
  tooLong: 'This is too long.',
  unknownField: 'This contains an unknown field.',
  unreadable: 'This cannot be read.',
  pageMissing: 'This page does not exist.',
});
