import { createHmac } from 'node:crypto';
import { invalidInput } from '@kinreel/messages/en/invalid-input';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { isSameSecret } from '../auth/secrets.ts';
import { isId } from '../ids.ts';
import { DomainError } from './errors.ts';
import { requestUrl } from './request-url.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Signs the cursors of lists. */
    cursorKey: Buffer;
  }
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
      encodeCursor(parts as string[]) === cursor &&
      Array.isArray(parts) &&
      parts.length === length &&
      parts.every((part) => (typeof part === 'string' && !part.includes('\0')) || Number.isSafeInteger(part))
    ) {
      return parts;
    }
  } catch {
    // falls through to the error below
  }
  throw invalidCursor();
}

function invalidCursor(): DomainError {
  return new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });
}

/**
 * Decodes the cursor of a list ordered by (timestamp, id). The timestamp is text, to keep PostgreSQL's microseconds.
 */
export function decodeTimeCursor(cursor: string | undefined): { at: string; id: string } | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, 2);
  if (typeof at === 'string' && typeof id === 'string' && isId(id) && isTimestamp(at)) {
    return { at, id };
  }
  throw invalidCursor();
}

/** Whether a text has the format of cursorTimestamp(); Date.parse would accept February 30 as a day in March. */
function isTimestamp(text: string): boolean {
  const [, milliseconds] = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\d{3}Z$/.exec(text) ?? [];
  const date = new Date(`${milliseconds}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${milliseconds}Z`;
}

/** SQL of a cursor's timestamp: UTC with microseconds, which a Date would drop. @param column e.g. `v.created_at` */
export function cursorTimestamp(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/**
 * Makes a page from a query with limit + 1; the extra row shows that there is a next page.
 * @param rows at most limit + 1 rows
 */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => readonly (string | number)[]): Page<T> {
  if (rows.length <= limit) return { rows, next: null };
  const pageRows = rows.slice(0, limit);
  return { rows: pageRows, next: encodeCursor(cursorOf(pageRows[pageRows.length - 1] as T)) };
}

/** Length of the signature at the end of a cursor: 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

/**
 * Accepts only cursors that this installation has issued to this person for this list: they are positions in the
 * database. Applies to every route with a `cursor` in its query; the route gets the cursor without the signature.
 */
export function guardCursors(app: FastifyInstance, key: Buffer): void {
  app.decorate('cursorKey', key);
  app.addHook('preHandler', async (request) => {
    // A query without a schema is not used.
    if (!request.routeOptions.schema?.querystring) return;
    const query = request.query as { cursor?: string };
    if (query.cursor === undefined) return;
    const cursor = query.cursor.slice(0, -SIGNATURE_LENGTH);
    if (!isSameSecret(query.cursor, signCursor(request, cursor))) throw invalidCursor();
    query.cursor = cursor;
  });
}

function signCursor(request: FastifyRequest, cursor: string): string {
  const context = [request.routeOptions.url, request.caller?.userId, cursor].join('\n');
  const signature = createHmac('sha256', request.server.cursorKey).update(context).digest('base64url');
  return cursor + signature.slice(0, SIGNATURE_LENGTH);
}

/** Sets the Link header with the next page (API-26). */
export function setNextLink(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return;
  const url = requestUrl(request.url);
  if (!url) throw new DomainError('request.invalid');
  url.searchParams.set('cursor', signCursor(request, next));
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`);
}
