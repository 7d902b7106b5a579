import { identity as text } from '@kinreel/messages/en/identity';
import { connectionError, ProtocolError } from '../http/protocol-error.ts';

/** REG-06. The maximum length limits the cost of hashing. */
const MIN_LENGTH = 8;
const MIN_TYPES = 3;
export const MAX_PASSWORD_LENGTH = 128;

const TYPES = [
  { code: 'lowerCase', message: 'lower case letters (a-z)', pattern: /[a-z]/ },
  { code: 'upperCase', message: 'upper case letters (A-Z)', pattern: /[A-Z]/ },
  { code: 'numbers', message: 'numbers (i.e. 0-9)', pattern: /[0-9]/ },
  // All printable ASCII symbols, as in Auth0.
  { code: 'specialCharacters', message: 'special characters (e.g. !@#$%^&*)', pattern: /[ -/:-@[-`{-~]/ },
];

/** The policy as text, in Auth0's format. */
export const POLICY = [
  `* At least ${MIN_LENGTH} characters in length`,
  `* Contain at least ${MIN_TYPES} of the following ${TYPES.length} types of characters:`,
  ...TYPES.map(({ message }) => ` * ${message}`),
].join('\n');

export type PasswordCheck = 'ok' | 'weak' | 'too-long';

/** Checks a new password against the policy. The length counts characters, not UTF-16 units. */
export function checkPassword(password: string): PasswordCheck {
  const length = [...password].length;
  if (length > MAX_PASSWORD_LENGTH) return 'too-long';
  const types = TYPES.filter(({ pattern }) => pattern.test(password)).length;
  return length >= MIN_LENGTH && types >= MIN_TYPES ? 'ok' : 'weak';
}

/** @throws ProtocolError 400 in Auth0's format: `invalid_password` with all rules and which of them are met */
export function assertStrongPassword(password: string): void {
  const check = checkPassword(password);
  if (check === 'too-long') {
    throw connectionError('password_too_long', text.tooLong({ max: MAX_PASSWORD_LENGTH }));
  }
  if (check === 'weak') throw passwordStrengthError(password);
}

function passwordStrengthError(password: string): ProtocolError {
  const items = TYPES.map(({ code, message, pattern }) => ({ message, code, verified: pattern.test(password) }));
  const rules = [
    {
      message: 'At least %d characters in length',
      format: [MIN_LENGTH],
      code: 'lengthAtLeast',
      verified: [...password].length >= MIN_LENGTH,
    },
    {
      message: 'Contain at least %d of the following %d types of characters:',
      code: 'containsAtLeast',
      format: [MIN_TYPES, TYPES.length],
      items,
      verified: items.filter(({ verified }) => verified).length >= MIN_TYPES,
    },
  ];
  return new ProtocolError(400, {
    name: 'PasswordStrengthError',
    message: 'Password is too weak',
    code: 'invalid_password',
    description: { rules, verified: false },
    policy: POLICY,
    statusCode: 400,
  });
}
