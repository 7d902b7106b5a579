import { connectionError, ProtocolError } from '../http/protocol-error.ts';

/** REG-06. The upper bound keeps hashing cheap; nobody types more. */
const MIN_LENGTH = 8;
const MIN_TYPES = 3;
export const MAX_PASSWORD_LENGTH = 128;

const TYPES = [
  { code: 'lowerCase', message: 'lower case letters (a-z)', pattern: /[a-z]/ },
  { code: 'upperCase', message: 'upper case letters (A-Z)', pattern: /[A-Z]/ },
  { code: 'numbers', message: 'numbers (i.e. 0-9)', pattern: /[0-9]/ },
  // The printable ASCII signs, which are what Auth0 counts as special too.
  { code: 'specialCharacters', message: 'special characters (e.g. !@#$%^&*)', pattern: /[ -/:-@[-`{-~]/ },
];

/** The policy in words, as Auth0 gives it. */
export const POLICY = [
  `* At least ${MIN_LENGTH} characters in length`,
  `* Contain at least ${MIN_TYPES} of the following ${TYPES.length} types of characters:`,
  ...TYPES.map(({ message }) => ` * ${message}`),
].join('\n');

export type PasswordCheck = 'ok' | 'weak' | 'too-long';

/** Judges a new password. Length is counted in characters, not in UTF-16 units. */
export function checkPassword(password: string): PasswordCheck {
  const length = [...password].length;
  if (length > MAX_PASSWORD_LENGTH) return 'too-long';
  const types = TYPES.filter(({ pattern }) => pattern.test(password)).length;
  return length >= MIN_LENGTH && types >= MIN_TYPES ? 'ok' : 'weak';
}

/** @throws ProtocolError 400 in Auth0's shape, `invalid_password` with the rules and which of them hold */
export function assertStrongPassword(password: string): void {
  const check = checkPassword(password);
  if (check === 'too-long') {
    throw connectionError('password_too_long', `A password can have at most ${MAX_PASSWORD_LENGTH} characters.`);
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
