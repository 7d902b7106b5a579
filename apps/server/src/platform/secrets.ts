import { hkdfSync } from 'node:crypto';

/** A 256-bit key for one purpose, derived from the application's secret (HKDF-SHA-256). */
export function deriveKey(
  appSecret: string,
  purpose: 'short-link' | 'media-cookie' | 'identity-client' | 'identity-keys',
): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'kinreel', purpose, 32));
}
