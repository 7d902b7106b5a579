import { hash } from 'node:crypto';

/** Names of statements by their text: hashing the long ones took longer than sending them. */
const names = new Map<string, string | null>();

/** Maximum number of names remembered. There are fewer statements than that. */
const MAX_NAMES = 2_000;

/**
 * What a client of `pg` gives to the query of its base class, for `query(text, values)`: the same, with a name, so that
 * PostgreSQL plans the statement once per connection. Everything else is left as it is.
 */
export function withStatementName(args: readonly unknown[]): readonly unknown[] {
  const [text, values, ...others] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = statementName(text);
  return name === null ? args : [{ name, text, values }, ...others];
}

/**
 * The name of a statement; the same for the same text. None for one whose result has all columns of a table: after a newer
 * version has added a column, PostgreSQL would refuse the old plan, and the old version may still run.
 */
function statementName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = hasAllColumns(text) ? null : hash('sha1', text, 'base64url');
  names.set(text, name);
  return name;
}

/** A star for the columns of a table, as Kysely writes it. In SQL of our own it is for those of a subquery, which are in the text. */
const TABLE_STAR = /\* from "|"\.\*|\breturning \*/g;

/** Whether its result has all columns of a table: a star outside of brackets, or within them if all columns are read from there. */
function hasAllColumns(text: string): boolean {
  const isOfSubquery = text.startsWith('select * from (');
  return [...text.matchAll(TABLE_STAR)].some(({ index }) => isOfSubquery || isOutside(text.slice(0, index)));
}

/** Whether all brackets are closed. */
const isOutside = (text: string) => text.split('(').length === text.split(')').length;
