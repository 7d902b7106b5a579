import { hash } from 'node:crypto';

/** Cached statement names by text: hashing long statements took longer than sending them. */
const names = new Map<string, string | null>();

/** Maximum number of cached names. There are fewer statements than that. */
const MAX_NAMES = 2_000;

/**
 * Adds a name to the arguments of a `pg` client's `query(text, values)`, so that PostgreSQL plans the statement once
 * per connection. Other arguments are returned unchanged.
 */
export function withStatementName(args: readonly unknown[]): readonly unknown[] {
  const [text, values, ...others] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = statementName(text);
  return name === null ? args : [{ name, text, values }, ...others];
}

/**
 * The statement's name, derived from its text. Null if its result contains all columns of a table: if a newer version
 * adds a column while this one still runs, PostgreSQL would reject the cached plan.
 */
function statementName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = hasAllColumns(text) ? null : hash('sha1', text, 'base64url');
  names.set(text, name);
  return name;
}

/**
 * A star for a table's columns, as Kysely writes it. In our own SQL, it selects from a subquery, whose columns are in
 * the text.
 */
const TABLE_STAR = /\* from "|"\.\*|\breturning \*/g;

/**
 * Whether the result contains all columns of a table: a star outside of parentheses, or anywhere in
 * `select * from (…)`.
 */
function hasAllColumns(text: string): boolean {
  const isOfSubquery = text.startsWith('select * from (');
  return [...text.matchAll(TABLE_STAR)].some(({ index }) => isOfSubquery || isOutside(text.slice(0, index)));
}

/** Whether all parentheses are closed. */
const isOutside = (text: string) => text.split('(').length === text.split(')').length;
