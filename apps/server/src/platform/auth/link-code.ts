import { createHash, createHmac } from 'node:crypto';

/** Bytes of a code: 128 bits cannot be guessed. */
const CODE_BYTES = 16;

/** A code, optionally followed by punctuation of the surrounding text. */
const CODE = /^([\w-]{22})[.,;:!?)>"'”’]{0,3}$/;

/**
 * The code of a link, the last part of its URL. Derived from the id, so that it can be shown or mailed later; it cannot
 * be computed from the database without the key.
 * @param key a separate key for each kind of link
 */
export function linkCode(key: Buffer, linkId: string): string {
  return createHmac('sha256', key).update(linkId).digest().subarray(0, CODE_BYTES).toString('base64url');
}

/** The stored hash of a code; null if the text cannot be a code. Punctuation at its end is ignored. */
export function hashLinkCode(text: string): Buffer | null {
  const code = CODE.exec(text)?.[1];
  return code ? createHash('sha256').update(code).digest() : null;
}
