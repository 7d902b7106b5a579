/** Languages with a complete catalogue, by BCP 47 tag. */
export const LANGUAGES = ['en'] as const;

/** The pseudo-language: longer texts, right to left. For tests and designers. */
export const PSEUDO_LANGUAGE = 'ar-XB';

/** Scripts written from right to left, by language. */
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** @param language BCP 47 tag */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * The language to use: the first preferred language with a catalogue, exact or for its main language.
 * @param wishes BCP 47 tags, most preferred first
 */
export function matchLanguage(wishes: readonly string[]): string {
  for (const wish of wishes) {
    if (wish === PSEUDO_LANGUAGE) return wish;
    const main = wish.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language.toLowerCase() === wish.toLowerCase() || language === main);
    if (found) return found;
  }
  return LANGUAGES[0];
}

/** The browser's storage key of the chosen language, which overrides the browser's own. */
export const LANGUAGE_STORAGE_KEY = 'kinreel.language';
