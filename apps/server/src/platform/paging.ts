import { invalidInput } from '@kinreel/messages/en/invalid-input';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { DomainError } from './errors.ts';

/** A position in a list ordered by (timestamp, id), newest first. */
export interface Cursor {
  at: Date;
  id: string;
}

/** One page of a list; `next` is the next cursor, null on the last page. */
export interface Page<T> {
  rows: T[];
  next: string | null;
}

/** Encodes the parts of a cursor as opaque text. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Decodes a cursor of `length` strings or numbers. @throws DomainError request.invalid */
export function decodeCursor(cursor: string, length: number): (string | number)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parts) &&
      parts.length === length &&
      parts.every((part) => (typeof part === 'string' && !part.includes('\0')) || Number.isSafeInteger(part))
    ) {
      return parts;
    }
  } catch {
    // falls through to the error below
  }
  throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Decodes the cursor of a list ordered by (timestamp, id). The timestamp is text, to keep PostgreSQL's microseconds. */
export function decodeTimeCursor(cursor: string | undefined): { at: string; id: string } | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, 2);
  if (typeof at === 'string' && typeof id === 'string' && UUID.test(id) && isTimestamp(at)) {
    return { at, id };
  }
  throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
}

/** Whether PostgreSQL accepts this timestamp; JavaScript would accept February 30 as a day in March. */
function isTimestamp(text: string): boolean {
  const [, date = ''] = /^(\d{4}-\d\d-\d\d)[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:\+\d\d(?::?\d\d)?|Z)$/.exec(text) ?? [];
  const day = new Date(`${date}T00:00:00Z`);
  return (
    !Number.isNaN(Date.parse(text)) &&
    !date.startsWith('0000') &&
    !Number.isNaN(day.getTime()) &&
    day.toISOString().startsWith(date)
  );
}

/** SQL of a cursor's timestamp: UTC with microseconds, which a Date would drop. @param column e.g. `v.created_at` */
export function cursorTimestamp(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * Makes a page from a query for one row more than its size; the extra row shows that there is a next page.
 * @param rows at most limit + 1 rows
 */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => readonly (string | number)[]): Page<T> {
  if (rows.length <= limit) return { rows, next: null };
  const pageRows = rows.slice(0, limit);
  return { rows: pageRows, next: encodeCursor(cursorOf(pageRows[pageRows.length - 1] as T)) };
}

/** Sets the Link header with the next page (API-26). */
export function setNextLink(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return;
  const url = new URL(request.url, 'http://localhost');
  url.searchParams.set('cursor', next);
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
