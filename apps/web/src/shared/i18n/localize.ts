import type { MessageParams } from '@kinreel/messages/message-by-key';

type Translator = (feature: string, code: string, params: MessageParams) => string | null;

/** Loaded with the translations of a language, so that English pages do not carry it. */
let translate: Translator = () => null;

export function setTranslator(translator: Translator): void {
  translate = translator;
}

/**
 * A text that the API sent as a code, in the language of this page.
 * @param feature feature of the catalogue whose keys are these codes
 * @param english text of the API, shown in English and where there is no translation
 */
export function localize(feature: string, code: string, params: MessageParams | undefined, english: string): string {
  return translate(feature, code, params ?? {}) ?? english;
}
