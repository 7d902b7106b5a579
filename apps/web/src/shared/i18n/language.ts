import { directionOf, LANGUAGE_STORAGE_KEY, matchLanguage } from '@kinreel/messages/languages';
import { setTranslations } from '@kinreel/messages/message-set';
import { setTranslator } from './localize.ts';

/** How to load the translations of each language; English is built in. */
const TRANSLATIONS: Record<string, () => Promise<{ default: Parameters<typeof setTranslations>[0] }>> = {
  'ar-XB': () => import('virtual:translations/ar-XB'),
};

/** The language of this page, as a BCP 47 tag. Fixed until the page is loaded again. */
export const language = matchLanguage([readChoice(), ...navigator.languages].filter((wish) => wish !== null));

export const direction = directionOf(language);

/** The end of a line of text, for MUI's menus and popovers, which have physical positions. */
export const END = direction === 'rtl' ? 'left' : 'right';

/** Load the translations of this page's language; done at once in English. In a language that fails to load, English shows. */
export async function loadTranslations(): Promise<void> {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  const load = TRANSLATIONS[language];
  if (!load) return;
  try {
    const [{ default: translations }, { messageByKey }] = await Promise.all([
      load(),
      import('@kinreel/messages/message-by-key'),
    ]);
    setTranslations(translations);
    setTranslator((feature, code, params) => messageByKey(translations[feature] ?? {}, code, params, language));
  } catch (error) {
    console.error('The translations could not be loaded', error);
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_STORAGE_KEY);
  } catch {
    return null;
  }
}
