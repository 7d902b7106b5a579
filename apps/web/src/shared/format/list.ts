import { language } from '../i18n/language.ts';

/** "Tavi", "Tavi and Ismene", "Tavi, Ismene, and Bram" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}
