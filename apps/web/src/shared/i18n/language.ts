import { directionOf, LANGUAGE_STORAGE_KEY, matchLanguage } from '@kinreel/messages/languages';
import { setTranslations } from '@kinreel/messages/message-set';
import { setTranslator } from './localize.ts';

/** Loaders of the translations, by language. English is built in. */
const TRANSLATIONS: Record<string, () => Promise<{ default: Parameters<typeof setTranslations>[0] }>> = {
  'ar-XB': () => import('virtual:translations/ar-XB'),
};

/** The language of this page, as a BCP 47 tag. Constant until the page is reloaded. */
export const language = matchLanguage([readChoice(), ...navigator.languages].filter((wish) => wish !== null));

export const direction = directionOf(language);

/** The end side of a line, for MUI's menus and popovers, which take physical positions. */
export const END = direction === 'rtl' ? 'left' : 'right';

/** Loads the translations of this page's language; English needs none. If that fails, the page is shown in English. */
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
