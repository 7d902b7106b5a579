/**
 * LOGIN-09: word characters, dots, hyphens or plus signs, @, and a domain with a dot that ends in at least 2
 * characters. Letters of all languages are word characters. The top-level domain may be Punycode: `xn--p1ai`. Leading,
 * trailing and consecutive dots are rejected, as mail servers do. Shared by the app and the bundled identity service,
 * so that both accept the same addresses.
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}_+-]+(?:\.[\p{L}\p{M}\p{N}_+-]+)*@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.(?:[\p{L}\p{M}\p{N}]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/iu;

/** Longest path of RFC 5321 without its angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** Whether a text is an email address. No zod import here, to keep the login page small. */
export function isEmail(value: string): boolean {
  return value.length <= EMAIL_MAX_LENGTH && EMAIL_PATTERN.test(value);
}
