/** The allowed fields of each message. */
export type LogFields = Readonly<Record<string, readonly string[]>>;

/** Allowed in every message; describeError() selects what is logged of it. */
const ERROR = 'err';

/** Fields that a logger adds to all its messages: the process and the request id. */
const BINDINGS = ['pid', 'hostname', 'name', 'reqId'];

/** Maximum length of a text field in characters, and of a list in entries. */
const MAX_TEXT = 2000;
const MAX_ENTRIES = 50;

/** Patterns of secrets that must not be logged: tokens, cookies, codes. */
const SECRETS: readonly [RegExp, string][] = [
  [/\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/(\/(?:s|link|invitation)\/)[\w-]{22}/g, '$1[code]'],
  [
    /\b([\w-]*(?:token|cookie|media|session|ticket|secret|password|code|share|state|signature))("?\s*[=:]\s*"?)[^\s&;,"'}]{8,}/gi,
    '$1$2[secret]',
  ],
];

/** Replaces text that looks like a secret. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** Selects the allowed fields of a message and replaces secrets in them. */
export function allowedFields(list: LogFields, message: string, fields: object): Record<string, unknown> {
  const allowed = [ERROR, ...(list[message] ?? [])];
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (!allowed.includes(name)) return [];
      return [[name, name === ERROR ? value : plain(value, 1)]];
    }),
  );
}

/** Selects the allowed fields of a logger. */
export function allowedBindings(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => BINDINGS.includes(name)));
}

/** Copies plain data: numbers, truncated texts, and lists and objects of them; anything else becomes null. */
function plain(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutSecrets(value).slice(0, MAX_TEXT);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (depth === 0 || typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((entry) => plain(entry, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return null;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, entry]) => [name, plain(entry, depth - 1)]));
}
