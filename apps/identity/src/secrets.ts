import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new opaque secret of 256 bits, in base64url (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. It needs no salt: a secret of 256 bits cannot be guessed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares without telling by its duration where the two differ. */
export const sameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
