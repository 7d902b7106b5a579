import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';
import { column, inBatches } from './in-batches.ts';
import { endedColumn, type OpenSession, type SessionClaims, sessionArrays } from './session-ends.ts';

/** What the guard asks about a caller. */
export interface CallerRow {
  position: number;
  id: string;
  issuer: string;
  subject: string;
  disabled_at: Date | null;
  delete_at: Date | null;
  site_owner_since: Date | null;
  /** Whether the session has ended. */
  ended: boolean;
  /** Whether a steward says that the person can no longer use the app. */
  away: boolean;
}

/**
 * Column of `users`: a steward says that this person can no longer use the app, or has given away something of them. Each of
 * their requests proves the opposite (docs/decisions/0035-stewards.md); two index look-ups that nearly always find nothing.
 */
const isSaidToBeAway = sql<boolean>`(
  exists (select from stewards where owner_id = users.id and asked_at is not null)
  or exists (select from video_gifts where owner_id = users.id and given_at is not null))`;

/** The person of each session `asked`. The limit makes it one look-up for each: else the whole table could be read for all. */
const found = (condition: RawBuilder<unknown>) => sql`
  cross join lateral (
    select id, issuer, subject, disabled_at, delete_at, site_owner_since, ${endedColumn} as ended,
      ${isSaidToBeAway} as away
    from users where ${condition} limit 1
  ) found`;

/** Looks up the people who are calling, with their session. Many callers at a time are one statement. */
export function createCallers(db: Db) {
  return {
    /** Undefined if the person of a token has no profile. */
    byToken: inBatches(async (sessions: readonly OpenSession[]) => {
      const { rows } = await sql<CallerRow>`
        select asked.position::integer as position, found.*
        from unnest(
          ${column('text', sessions, 'issuer')},
          ${column('text', sessions, 'subject')},
          ${sessionArrays(sessions)}
        ) with ordinality as asked (issuer, subject, sid, epoch, issued_at, position)
        ${found(sql`issuer = asked.issuer and subject = asked.subject`)}
      `.execute(db);
      return rows;
    }),
    /** Undefined if the person of a media cookie does not exist any more. */
    byId: inBatches(async (sessions: readonly (SessionClaims & { userId: string })[]) => {
      const { rows } = await sql<CallerRow>`
        select asked.position::integer as position, found.*
        from unnest(
          ${column('uuid', sessions, 'userId')},
          ${sessionArrays(sessions)}
        ) with ordinality as asked (user_id, sid, epoch, issued_at, position)
        ${found(sql`id = asked.user_id`)}
      `.execute(db);
      return rows;
    }),
  };
}
