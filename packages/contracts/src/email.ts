/**
 * LOGIN-09: word characters, dots, hyphens or plus signs, @, a domain with a dot ending in at least 2 characters. Letters of all
 * languages are word characters. The ending of a domain may be Punycode: `xn--p1ai`. No mail server accepts a dot at an end or
 * two in a row.
 * The app and the bundled identity service use this one, so nobody gets an account with an address that the profile refuses.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}_+-]+(?:\.[\p{L}\p{M}\p{N}_+-]+)*@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.(?:[\p{L}\p{M}\p{N}]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/iu;

/** Longest path of RFC 5321 without its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** Whether a text is an email address. In a file without zod, because the login form is a visitor's first download. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value);
}
