import type { MessageParams } from '@kinreel/messages/message-by-key';

type Translator = (feature: string, code: string, params: MessageParams) => string | null;

/** Loaded together with translations, so that English pages do not download it. */
let translate: Translator = () => null;

export function setTranslator(translator: Translator): void {
  translate = translator;
}

/**
 * Translates a text that the API sent as a code.
 * @param feature feature of the catalogue whose keys are these codes
 * @param english the API's text, used in English and without a translation
 */
export function localize(feature: string, code: string, params: MessageParams | undefined, english: string): string {
  return translate(feature, code, params ?? {}) ?? english;
}
