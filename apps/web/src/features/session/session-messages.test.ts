import { session as text } from '@kinreel/messages/en/session';
import { describe, expect, test } from 'vitest';
import { NETWORK_DOWN, toApiError } from '../../shared/api/api-error.ts';
import { toIdentityError } from './identity-error.ts';
import { loginFailure, registrationMessage } from './session-messages.ts';

const wrong = { code: 'access_denied', description: 'Wrong email or password.', statusCode: 403 };

describe('[LOGIN-07][LOGIN-08] message of a failed login', () => {
  test.each([
    ['message of the provider', wrong, 'provider', 'Wrong email or password.'],
    ['too many attempts', { error: 'too_many_attempts', error_description: 'Wait.' }, 'provider', 'Wait.'],
    ['a code without a message', { code: 'unknown_thing' }, 'message', text.unknownError],
    ['no code', {}, 'message', text.serverDown],
    ['nothing at all', undefined, 'message', text.serverDown],
    ['no response', { code: 'request_error', description: 'x' }, 'message', text.serverDown],
    ['a server error', { code: 503, description: 'x' }, 'message', text.serverDown],
    ['a server error with a code', { code: 'oops', statusCode: 500 }, 'message', text.serverDown],
    [
      'a message of the server',
      { code: 'server_busy', description: 'Many people are here. Please wait.', statusCode: 503 },
      'message',
      'Many people are here. Please wait. Try again!',
    ],
    ['a message that is not a string', { code: 'a', description: { rules: [] } }, 'message', text.unknownError],
  ])('%s', (_case, raw, kind, message) => {
    expect(loginFailure(toIdentityError(raw))).toEqual({ kind, text: message });
  });

  test('shows a message of our API without a second full stop', () => {
    const busy = { status: 503, code: 'server.busy', message: 'We are busy just now.' };
    expect(loginFailure(busy)).toEqual({ kind: 'message', text: 'We are busy just now. Try again!' });
    expect(loginFailure(NETWORK_DOWN)).toEqual({ kind: 'message', text: text.serverDown });
  });

  test.each(['SecurityError', 'QuotaExceededError'])('the browser refuses to store data: %s', (name) => {
    expect(loginFailure(new DOMException('', name))).toEqual({ kind: 'message', text: text.storageRefused });
  });

  test('shows a generic message for an unknown error', () => {
    expect(loginFailure(new TypeError('x is undefined'))).toEqual({ kind: 'message', text: text.unknownError });
  });

  test('a password in the error is neither shown nor stored', () => {
    const leak = '{"req":{"_data":{"password":"Correct-horse-7"}}}';
    const error = toIdentityError({ code: 'request_error', description: leak, error_description: leak });
    expect(JSON.stringify({ ...error, message: error.message, text: loginFailure(error) })).not.toContain('horse');
  });
});

describe('[REG-05] message of a failed registration', () => {
  const weak = { name: 'PasswordStrengthError', code: 'invalid_password', description: { rules: [] }, statusCode: 400 };
  test.each([
    ['weak password', weak, text.passwordWeak],
    ['invalid_signup', { code: 'invalid_signup' }, text.usernameTaken],
    ['the code of a hosted Auth0 tenant', { code: 'user_exists', description: 'x' }, text.usernameTaken],
    ['another code with a message', { code: 'too_many_attempts', description: 'Wait.' }, 'Wait.'],
    ['another code without a message', { code: 'strange' }, text.unknownError],
    ['a plain failure', { code: 400, statusCode: 400, description: null }, text.usernameTaken],
    ['a plain failure with an empty body', { code: null, statusCode: 400, description: null }, text.usernameTaken],
    ['a message without a code', { code: null, statusCode: 400, description: 'Not now.' }, 'Not now.'],
    ['a server error without code and message', { code: 502, statusCode: 502 }, text.unknownError],
    ['a server error with a code', { code: 'server_error', statusCode: 500 }, text.unknownError],
    ['a server error with a message', { code: 'server_busy', description: 'Wait.', statusCode: 503 }, 'Wait.'],
    ['no response from the provider', { code: null }, text.serverDown],
    ['no response in time', { code: 'ECONNABORTED' }, text.serverDown],
  ])('%s', (_case, raw, message) => {
    expect(registrationMessage(toIdentityError(raw))).toBe(message);
  });

  test('an API error shows the first field message, otherwise its own message', () => {
    const body = { status: 403, code: 'registration.not_owner', message: 'This account could not be confirmed.' };
    expect(registrationMessage(body)).toBe('This account could not be confirmed.');
    const invalid = { ...body, code: 'request.invalid', fields: { birthday: 'Please enter a date.' } };
    expect(registrationMessage(invalid)).toBe('Please enter a date.');
  });

  test('shows a message for an API error without code and message, and for a missing response', () => {
    expect(registrationMessage(toApiError({ status: 400, data: '' }))).toBe(text.usernameTaken);
    expect(registrationMessage(toApiError({ status: 500, data: '' }))).toBe(text.unknownError);
    expect(registrationMessage(toApiError({ status: 502, data: '<html>' }))).toBe(text.unknownError);
    expect(registrationMessage(NETWORK_DOWN)).toBe(text.serverDown);
  });

  test('shows a generic message for any other error', () => {
    expect(registrationMessage(new Error('plain'))).toBe(text.unknownError);
  });
});
