import { hash } from 'node:crypto';

/** Names of statements by their text: hashing the long ones took longer than sending them. */
const names = new Map<string, string>();

/** Maximum number of names remembered. There are fewer statements than that. */
const MAX_NAMES = 2_000;

/** The name of a statement, by which PostgreSQL remembers its plan on a connection; the same for the same text. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_NAMES) names.clear();
  const name = hash('sha1', text, 'base64url');
  names.set(text, name);
  return name;
}
