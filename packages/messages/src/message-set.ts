/** A compiled message: fixed text, or a function of its parameters. */
export type CompiledMessage = string | ((params: never) => string);

/** Compiled messages of a feature, by key. */
export type CompiledMessages = Record<string, CompiledMessage>;

/** Translations of the language in use, by feature and key. English needs none: it is built in. */
let translations: Record<string, CompiledMessages> = {};

/** Use these translations from now on. What is missing in them stays English. */
export function setTranslations(loaded: Record<string, CompiledMessages>): void {
  translations = loaded;
}

/**
 * The messages of a feature in the language in use. The build calls it with compiled English messages; its type is
 * that of `defineMessages`. Read messages while rendering, not when a module loads: the language may load after it.
 */
export function messageSet(feature: string, english: CompiledMessages): CompiledMessages {
  return new Proxy(english, { get: (own, key: string) => translations[feature]?.[key] ?? own[key] });
}
