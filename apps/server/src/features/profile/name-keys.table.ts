/** The columns of `users` for search by name. Always computed with these functions. */

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

/** Maximum length of a key in characters: in any script, two keys fit into an index row. */
const MAX_KEY_LENGTH = 100;

/**
 * Normalizes text for search: no accents, lower case, plain letters, single spaces, no invisible characters. `Zoë
 * Łukasz` becomes `zoe lukasz`.
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
 * A word and all its one-letter deletions. Two words that differ by one missing, additional, replaced or swapped letter
 * share at least one form.
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
  const forms = [...words.slice(0, MAX_WORDS).flatMap(wordForms), ...otherSpellings(first_key, last_key, words)];
  return { first_key, last_key, name_forms: [...new Set(forms)] };
}

/** Scripts in which names are written without spaces: surname and given name are one word. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Other spellings of a name: without the space, surname first; without the apostrophe, or with a space instead. */
function otherSpellings(first: string, last: string, words: readonly string[]): string[] {
  const joined = first && last ? [`${first}${last}`, `${last}${first}`].map((name) => name.replaceAll(' ', '')) : [];
  const apostrophes = words.filter((word) => word.includes("'"));
  return [
    ...joined.filter((name) => [...name].length <= MAX_KEY_LENGTH),
    ...apostrophes.flatMap((word) => [word.replaceAll("'", ''), ...word.split("'").filter(Boolean)]),
    ...words.filter((word) => WITHOUT_SPACES.test(word)).flatMap(endingsOf),
  ];
}

/** The endings of a word with at least two letters: one of them is the given name of a name without spaces. */
function endingsOf(word: string): string[] {
  const letters = [...word].slice(0, MAX_INEXACT_LENGTH);
  return letters.slice(1, -1).map((_, index) => letters.slice(index + 1).join(''));
}
