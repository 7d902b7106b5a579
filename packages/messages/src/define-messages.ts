import { MessageFormat } from './message-format.ts';
import { type CompiledMessages, messageSet } from './message-set.ts';
import type { IcuMessages, Messages } from './message-types.ts';

/** ICU texts of all defined messages, for the build and the tests. */
const definitions = new WeakMap<object, { feature: string; icu: IcuMessages }>();

const formatter = new MessageFormat('en', { returnType: 'string', strict: true });

/**
 * The English messages of a feature, with typed parameters. The web build replaces this call with compiled messages
 * (vite-plugin.ts), so that the browser needs no parser; Node.js compiles each message on first use.
 * @param feature name of the file
 * @param icu ICU MessageFormat by key; of its arguments only plain ones, `plural` and `select`
 */
export function defineMessages<const Icu extends IcuMessages>(feature: string, icu: Icu): Messages<Icu> {
  const compiled: CompiledMessages = {};
  for (const [key, text] of Object.entries(icu)) {
    let message: CompiledMessages[string] | undefined;
    Object.defineProperty(compiled, key, {
      enumerable: true,
      get: () => {
        message ??= /[{}']/.test(text) ? compile(text) : text;
        return message;
      },
    });
  }
  const messages = messageSet(feature, compiled);
  definitions.set(messages, { feature, icu });
  return messages as unknown as Messages<Icu>;
}

/** @returns a function for text with parameters, else the text itself without ICU's quotes */
function compile(text: string): CompiledMessages[string] {
  const message = formatter.compile(text);
  return /\{/.test(text) ? message : message({});
}

/** @returns the ICU texts behind the messages of a feature */
export function definitionOf(messages: object): { feature: string; icu: IcuMessages } {
  const definition = definitions.get(messages);
  if (!definition) throw new Error('These messages were not made by defineMessages');
  return definition;
}
