/** Encodes values as text, for queries, forms, paths and headers. */

export type Texts = Record<string, string | string[]>;

/** Removes what cannot be encoded. A list becomes a repeated field; nothing else is nested. */
export function asTexts(value: unknown, isPath: boolean): Texts {
  if (typeof value !== 'object' || value === null) return {};
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(
    pairs.map(([name, inner]): [string, string | string[]] => {
      if (Array.isArray(inner) && !isPath && inner.length > 1) return [name.toWellFormed(), inner.map(asText)];
      const text = asText(inner);
      // These would change the path.
      return [name.toWellFormed(), isPath && /^\.{0,2}$/.test(text) ? '\u0001' : text];
    }),
  );
}

function asText(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();
}

/** A query or form. */
export function queryOf(value: unknown): string {
  const pairs = Object.entries((value ?? {}) as Texts);
  return new URLSearchParams(
    pairs.flatMap(([name, inner]) => [inner].flat().map((one): [string, string] => [name, one])),
  ).toString();
}

/** Parses a query as a server does: repeated fields become a list. */
export function readQuery(query: string): Texts {
  const read = new URLSearchParams(query);
  const names = [...new Set(read.keys())];
  return Object.fromEntries(
    names.map((name) => [name, read.getAll(name).length > 1 ? read.getAll(name) : (read.get(name) ?? '')]),
  );
}
