import { type MessageParams, messageByKey } from '@kinreel/messages/message-by-key';
import { translationsOf } from '@kinreel/messages/message-set';
import { language } from './language.ts';

/**
 * A text that the API sent as a code, in the language of this page. English needs no catalogue here: the API also sends
 * the English text.
 * @param feature feature of the catalogue whose keys are these codes
 * @param english shown in English and where there is no translation
 */
export function localize(feature: string, code: string, params: MessageParams | undefined, english: string): string {
  const translations = translationsOf(feature);
  return (translations && messageByKey(translations, code, params ?? {}, language)) || english;
}
