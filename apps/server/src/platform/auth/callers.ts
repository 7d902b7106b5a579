import { type RawBuilder, type SelectExpression, sql } from 'kysely';
import { builtQuery } from '../db/built-query.ts';
import type { Db } from '../db/database.ts';
import { column, inBatches } from '../db/in-batches.ts';
import type { Database } from '../db/tables.ts';
import { DomainError } from '../http/errors.ts';
import { endedColumn, type OpenSession, type SessionClaims, sessionArrays } from './session-ends.ts';

/** What the guard reads about a caller. */
export interface CallerRow {
  position: number;
  id: string;
  provider: string;
  subject: string;
  disabled_at: Date | null;
  delete_at: Date | null;
  site_owner_since: Date | null;
  /** Whether the session has ended. */
  ended: boolean;
  /** Whether a steward request is pending or started for this person. */
  away: boolean;
}

/**
 * Column of `users`: whether a steward has requested to manage this person's videos, or has given away one of them.
 * Each request of the person then counts as a sign of life (docs/decisions/0035-stewards.md). Two index look-ups, which
 * nearly always find nothing.
 */
const isSaidToBeAway = sql<boolean>`(
  exists (select from stewards where owner_id = users.id and asked_at is not null)
  or exists (select from video_gifts where owner_id = users.id and given_at is not null))`;

type SelectedColumn = SelectExpression<Database, 'users'>;

/** Columns that the guard reads, in addition to the session. */
const GUARDED: readonly SelectedColumn[] = [
  'users.id',
  'users.provider',
  'users.subject',
  'users.disabled_at',
  'users.delete_at',
  'users.site_owner_since',
];

/**
 * Looks up callers and their sessions. Concurrent look-ups are batched into one statement.
 * @param columns additional columns of the caller that a route needs; read in the same statement (RouteConfig.callers)
 */
export function createCallers<Columns = unknown>(db: Db, columns: readonly SelectedColumn[] = []) {
  type Row = CallerRow & Columns;

  /**
   * The person of each session `asked`. The limit forces one index look-up per session; otherwise the whole table could
   * be scanned.
   */
  const found = (condition: RawBuilder<boolean>) =>
    sql`cross join lateral ${db
      .selectFrom('users')
      .select([...new Set([...GUARDED, ...columns])])
      .select([endedColumn.as('ended'), isSaidToBeAway.as('away')])
      .where(condition)
      .limit(sql.lit(1))} found`;

  const selectByToken = builtQuery<readonly OpenSession[], null, Row>({
    shape: () => null,
    build: (db, _, given) =>
      sql<Row>`
        select asked.position::integer as position, found.*
        from unnest(
          ${column('text', given, 'provider')},
          ${column('text', given, 'subject')},
          ${sessionArrays(given)}
        ) with ordinality as asked (provider, subject, sid, epoch, issued_at, position)
        ${found(sql`users.provider = asked.provider and users.subject = asked.subject`)}
      `.compile(db),
  });
  const selectById = builtQuery<readonly (SessionClaims & { userId: string })[], null, Row>({
    shape: () => null,
    build: (db, _, given) =>
      sql<Row>`
        select asked.position::integer as position, found.*
        from unnest(
          ${column('uuid', given, 'userId')},
          ${sessionArrays(given)}
        ) with ordinality as asked (user_id, sid, epoch, issued_at, position)
        ${found(sql`users.id = asked.user_id`)}
      `.compile(db),
  });

  return {
    /** Undefined if the token's person has no profile. */
    byToken: inBatches((sessions: readonly OpenSession[]) => selectByToken(db, sessions)),
    /** Undefined if the cookie's person no longer exists. */
    byId: inBatches((sessions: readonly (SessionClaims & { userId: string })[]) => selectById(db, sessions)),
    /** The row of the caller that the guard has read. @throws DomainError session.required */
    rowOf(request: { caller: { row: CallerRow | null } | null }): Row {
      const row = request.caller?.row;
      if (!row) throw new DomainError('session.required');
      return row as Row;
    },
  };
}

/** How a route looks up its callers. */
export type Callers = ReturnType<typeof createCallers>;
