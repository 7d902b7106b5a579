import { createHash, createHmac } from 'node:crypto';

/** Bytes of a code: 128 bits cannot be guessed. */
const CODE_BYTES = 16;

/** A code, and what a sentence around a pasted link adds at its end. */
const CODE = /^([\w-]{22})[.,;:!?)>"'”’]{0,3}$/;

/**
 * The code of a link, the last part of its URL. It is derived from the id, so that it can be shown or mailed later; the
 * database without the key is not enough to compute it.
 * @param key of a purpose of its own for each kind of link
 */
export function linkCode(key: Buffer, linkId: string): string {
  return createHmac('sha256', key).update(linkId).digest().subarray(0, CODE_BYTES).toString('base64url');
}

/** The hash that is stored instead of a code; null if the text cannot be a code. Punctuation at its end is ignored. */
export function hashLinkCode(text: string): Buffer | null {
  const code = CODE.exec(text)?.[1];
  return code ? createHash('sha256').update(code).digest() : null;
}
