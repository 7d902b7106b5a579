import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Generates a random secret of 256 bits, in base64url (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Hash of a secret for storage. No salt needed: a secret of 256 bits cannot be guessed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares in constant time. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
