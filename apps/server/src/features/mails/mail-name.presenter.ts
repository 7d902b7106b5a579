import { mails } from '@kinreel/messages/en/mails';

/** Maximum length of a name in a mail, in characters. */
const MAX_LENGTH = 40;

/** Allowed characters: letters with marks, digits, spaces, and punctuation of names. */
const FOREIGN = /[^\p{L}\p{M}\p{N} .,&'’-]/gu;

/**
 * Sanitizes a name or place for mails. It is user input, and must not smuggle a URL, a slogan or bidirectional text
 * into our mails: mail programs turn text that looks like a URL into a link.
 */
export function mailName(...words: string[]): string {
  const plain = words
    .join(' ')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(FOREIGN, '')
    // a dot inside a word would make a link
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
