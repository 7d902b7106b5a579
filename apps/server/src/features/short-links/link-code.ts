import { createHash, createHmac } from 'node:crypto';

/** Bytes of a code: 128 bits cannot be guessed. */
const CODE_BYTES = 16;

const CODE = /^[\w-]{22}$/;

/**
 * The code of a link, the part of the short link that opens the video. It is derived from the link's id, so it can be
 * shown again; whoever reads the database without the key cannot make it.
 * @param key of the purpose 'short-link'
 */
export function linkCode(key: Buffer, linkId: string): string {
  return createHmac('sha256', key).update(linkId).digest().subarray(0, CODE_BYTES).toString('base64url');
}

/** What is stored of a code; null for words that cannot be one. */
export function hashLinkCode(code: string): Buffer | null {
  return CODE.test(code) ? createHash('sha256').update(code).digest() : null;
}
