/** The columns of `users` for search by name. They are always computed with these functions. */

/** Letters without a Unicode decomposition into a plain letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '‘': "'",
};

/** Maximum length of a key in characters: two keys fit into an index row in any script. */
const MAX_KEY_LENGTH = 100;

/**
 * Normalizes text for search: no accents, lower case, plain letters, single spaces, no invisible characters. `Zoë  Łukasz`
 * becomes `zoe lukasz`.
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Cs}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı’‘]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Normalizes a name or a search text: a searchKey() with a maximum length. */
export function nameKey(text: string): string {
  return [...searchKey(text)].slice(0, MAX_KEY_LENGTH).join('').trim();
}

/** Minimum word length for inexact search; shorter words would match almost anything. */
const MIN_INEXACT_LENGTH = 4;

/** Maximum number of words, and of letters per word, in the index for misspelled names. */
const MAX_WORDS = 12;
const MAX_INEXACT_LENGTH = 30;

/**
 * A word and each of its one-letter deletions. Two words that differ by one missing, additional, replaced or swapped
 * letter have a form in common.
 */
export function wordForms(word: string): string[] {
  const letters = [...word];
  if (letters.length < MIN_INEXACT_LENGTH || letters.length > MAX_INEXACT_LENGTH) return [word];
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])];
}

/** Computes the search columns of a name. */
export function nameColumns(firstName: string, lastName: string) {
  const first_key = nameKey(firstName);
  const last_key = nameKey(lastName);
  const words = `${first_key} ${last_key}`.split(/[\s-]+/).filter(Boolean);
  return { first_key, last_key, name_forms: [...new Set(words.slice(0, MAX_WORDS).flatMap(wordForms))] };
}
