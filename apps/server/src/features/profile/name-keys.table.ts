/** The columns of `users` that search by name looks at, made from the names by these functions alone. */

/** Letters that Unicode does not take apart into a plain letter and a mark. */
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

/** Longest key, in characters: two of them fit an index row in any script. */
const MAX_KEY_LENGTH = 100;

/**
 * A text as searches compare it: no marks, lower case, plain letters, single spaces, nothing invisible.
 * `Zoë  Łukasz` becomes `zoe lukasz`.
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

/** A name, or the text that one is searched by, as it is compared: a searchKey() of bounded length. */
export function nameKey(text: string): string {
  return [...searchKey(text)].slice(0, MAX_KEY_LENGTH).join('').trim();
}

/** Shortest word that is looked for with a letter missing; below this almost any word would fit. */
const MIN_INEXACT_LENGTH = 4;

/** Words beyond this many, and letters beyond this many, are left out of the dictionary of misspellings. */
const MAX_WORDS = 12;
const MAX_INEXACT_LENGTH = 30;

/**
 * A word and each of its one-letter deletions. Two words that differ by one letter left out, added, replaced or swapped
 * with its neighbour have a form in common.
 */
export function wordForms(word: string): string[] {
  const letters = [...word];
  if (letters.length < MIN_INEXACT_LENGTH || letters.length > MAX_INEXACT_LENGTH) return [word];
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])];
}

/** The search columns of a person with this name. */
export function nameColumns(firstName: string, lastName: string) {
  const first_key = nameKey(firstName);
  const last_key = nameKey(lastName);
  const words = `${first_key} ${last_key}`.split(/[\s-]+/).filter(Boolean);
  return { first_key, last_key, name_forms: [...new Set(words.slice(0, MAX_WORDS).flatMap(wordForms))] };
}
