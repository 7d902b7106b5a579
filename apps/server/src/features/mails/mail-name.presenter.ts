import { mails } from '@kinreel/messages/en/mails';

/** Longest name in a mail, in characters. */
const MAX_LENGTH = 40;

/** What a name may contain: letters with their marks, digits, spaces, and the punctuation of names. */
const FOREIGN = /[^\p{L}\p{M}\p{N} .,&'’-]/gu;

/**
 * A name, or a place, as it appears in mails. People choose these texts, and a mail of ours must not carry an address, a
 * slogan or text in another direction for them: mail programs make links of what looks like one.
 */
export function mailName(...words: string[]): string {
  const plain = words
    .join(' ')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(FOREIGN, '')
    // a dot inside a word makes a link
    .replace(/\.(?=[^\s.])/gu, '. ')
    .replace(/ +/g, ' ')
    .trim();
  const letters = [...plain];
  if (letters.length === 0) return mails.unnamed;
  return letters.length > MAX_LENGTH
    ? `${letters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}
