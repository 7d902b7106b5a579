import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';

/** What a token, or the media cookie made from it, says about its session. */
export interface SessionClaims {
  /** Id of the session; null if the provider does not name it. */
  sid: string | null;
  /** How often all sessions of the person had been ended when this one started; null if the provider does not say. */
  epoch: number | null;
  issuedAt: Date;
  expiresAt: Date;
}

/** The end of one session of a person, or, with `sid` null, of all that were started before. */
export interface SessionEnd {
  issuer: string;
  subject: string;
  sid: string | null;
  /** With all sessions: the first epoch that is valid. */
  epoch: number | null;
  endedAt: Date;
}

/** How long ends are stored, in hours: longer than any token is valid. */
const STORED_HOURS = 24;

interface Columns {
  subject: RawBuilder<unknown>;
  issuer: RawBuilder<unknown>;
  sid: RawBuilder<unknown>;
  epoch: RawBuilder<unknown>;
  issuedAt: RawBuilder<unknown>;
}

/**
 * The one rule of ended sessions, one look-up by primary key: this session was ended, or all sessions were, in a later epoch
 * than its own. Without epochs, whatever was issued before the end has ended, also in the same second.
 */
const hasEnded = ({ subject, issuer, sid, epoch, issuedAt }: Columns): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session_ends as ended
  where ended.subject = ${subject} and ended.issuer = ${issuer} and case
    when ended.sid <> '' then ended.sid = ${sid}
    when ended.epoch is not null and ${epoch} is not null then ${epoch} < ended.epoch
    else ${issuedAt} <= ended.ended_at
  end
)`;

/** Whether the session has ended, as a column of a query that selects its person from `users`. */
export const endedColumn = (session: SessionClaims): RawBuilder<boolean> =>
  hasEnded({
    subject: sql.ref('users.subject'),
    issuer: sql.ref('users.issuer'),
    sid: sql`${session.sid}::text`,
    epoch: sql`${session.epoch}::integer`,
    issuedAt: sql`${session.issuedAt}::timestamptz`,
  });

/** The session that a request belongs to. */
export type OpenSession = SessionClaims & { issuer: string; subject: string };

/** Which of these sessions have ended, in one query. @returns their positions in the list */
export async function findEnded(db: Db, sessions: readonly OpenSession[]): Promise<number[]> {
  const column = (name: string) => sql.ref(`open.${name}`);
  const { rows } = await sql<{ position: number }>`
    select open.position::integer as position
    from unnest(
      ${sessions.map(({ subject }) => subject)}::text[],
      ${sessions.map(({ issuer }) => issuer)}::text[],
      ${sessions.map(({ sid }) => sid)}::text[],
      ${sessions.map(({ epoch }) => epoch)}::integer[],
      ${sessions.map(({ issuedAt }) => issuedAt.toISOString())}::timestamptz[]
    ) with ordinality as open (subject, issuer, sid, epoch, issued_at, position)
    where ${hasEnded({
      subject: column('subject'),
      issuer: column('issuer'),
      sid: column('sid'),
      epoch: column('epoch'),
      issuedAt: column('issued_at'),
    })}
  `.execute(db);
  return rows.map(({ position }) => position - 1);
}

/** Ends sessions, on all server processes at once. The same end may be stored again. */
export async function storeSessionEnd(db: Db, end: SessionEnd): Promise<void> {
  await db
    .insertInto('session_ends')
    .values({ subject: end.subject, issuer: end.issuer, sid: end.sid ?? '', epoch: end.epoch, ended_at: end.endedAt })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'issuer', 'sid']).doUpdateSet({
        epoch: sql`greatest(session_ends.epoch, excluded.epoch)`,
        ended_at: sql`greatest(session_ends.ended_at, excluded.ended_at)`,
        received_at: sql`now()`,
      }),
    )
    .execute();
}

/** Deletes ends whose tokens have expired. @returns how many */
export async function deleteOldSessionEnds(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session_ends')
    .where('received_at', '<', sql<Date>`now() - make_interval(hours => ${STORED_HOURS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
