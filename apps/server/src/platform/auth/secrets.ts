import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** Derives a 256-bit key for one purpose from the application secret (HKDF-SHA-256). */
export function deriveKey(
  appSecret: string,
  purpose:
    | 'answer-link'
    | 'short-link'
    | 'take-back-link'
    | 'sign-of-life'
    | 'unsubscribe'
    | 'invitation'
    | 'push'
    | 'owner-code'
    | 'media-cookie'
    | 'page-cursor'
    | 'identity-client'
    | 'identity-keys'
    | 'backup'
    | 'backup-signature',
): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'kinreel', purpose, 32));
}

/** Compares a received text with a secret in constant time; the time reveals only the length of the secret. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
