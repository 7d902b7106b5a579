import type { CompiledMessage } from './message-set.ts';
import { formatBytes, formatDurationWithUnits } from './units.ts';

/** Values of a message as the API sends them: sizes in bytes (`max_bytes`), durations in seconds (`max_seconds`). */
export type MessageParams = Readonly<Record<string, string | number>>;

/**
 * The text of a message whose key is only known at run time, such as an error of the API.
 * @param messages the messages of a feature
 * @param language BCP 47 tag, for sizes and durations
 * @returns null if there is no such message
 */
export function messageByKey(messages: object, key: string, params: MessageParams, language: string): string | null {
  const message = (messages as Record<string, CompiledMessage | undefined>)[key];
  return typeof message === 'function' ? message(formatParams(params, language) as never) : (message ?? null);
}

/** Other numbers remain numbers: they choose the form of a plural. */
function formatParams(params: MessageParams, language: string): MessageParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'number' && name.endsWith('_bytes')) return [name, formatBytes(value, language)];
      if (typeof value === 'number' && name.endsWith('_seconds'))
        return [name, formatDurationWithUnits(value, language)];
      return [name, value];
    }),
  );
}
