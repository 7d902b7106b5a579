import { hkdfSync } from 'node:crypto';

/** Derives a 256-bit key for one purpose from the application secret (HKDF-SHA-256). */
export function deriveKey(
  appSecret: string,
  purpose:
    | 'short-link'
    | 'sign-of-life'
    | 'invitation'
    | 'owner-code'
    | 'media-cookie'
    | 'page-cursor'
    | 'identity-client'
    | 'identity-keys'
    | 'backup',
): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'kinreel', purpose, 32));
}
