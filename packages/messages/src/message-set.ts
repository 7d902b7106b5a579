/** A compiled message: fixed text, or a function of its parameters. */
export type CompiledMessage = string | ((params: never) => string);

/** Compiled messages of a feature, by key. */
export type CompiledMessages = Record<string, CompiledMessage>;

/** Translations of the current language, by feature and key. Empty for English, which is built in. */
let translations: Record<string, CompiledMessages> = {};

/** Sets the translations to use. Missing messages stay English. */
export function setTranslations(loaded: Record<string, CompiledMessages>): void {
  translations = loaded;
}

/**
 * The messages of a feature in the current language. The build calls it with compiled English messages; its type is
 * that of `defineMessages`. Read messages while rendering, not when a module loads: the language may load later.
 */
export function messageSet(feature: string, english: CompiledMessages): CompiledMessages {
  return new Proxy(english, { get: (own, key: string) => translations[feature]?.[key] ?? own[key] });
}
