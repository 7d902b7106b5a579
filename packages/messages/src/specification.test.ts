import { expect, it } from 'vitest';
import { common } from './en/common.ts';
import { session } from './en/session.ts';

/** The specification's sentences (sections 2, 4, 5 and 8). Whoever changes one breaks a promise, not a copy. */
it('has the texts of the specification to the letter', () => {
  expect(session.loginMissing).toBe('Enter your username and password!');
  expect(session.serverMessage({ message: 'Too many attempts' })).toBe('Too many attempts. Try again!');
  expect(session.unknownError).toBe('Oops! Something went wrong!');
  expect(session.serverDown).toBe('Oops! Something went wrong! Is the server running?');
  expect(session.loginErrorTitle).toBe('Error!');
  expect(session.emailInvalid).toBe('Please enter a valid email address');
  expect(session.registrationMissing).toBe('Choose a username and password!');
  expect(session.usernameTaken).toBe("Oops! That didn't work. The username might already be taken. Try again!");
  expect(session.passwordWeak).toBe(
    'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
  );
  expect(session.forgotPasswordIntro).toBe('Please enter your email address to request password reset.');
  expect(session.forgotPasswordSent).toBe('Check your inbox for a link to reset your password.');
  expect(common.errorTitle).toBe('Error');
  expect(common.errorText).toBe('Something went wrong. Please try again.');
});
