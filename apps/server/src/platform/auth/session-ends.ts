import { type RawBuilder, sql } from 'kysely';
import { builtQuery, type Given } from '../db/built-query.ts';
import type { Db } from '../db/database.ts';
import { column } from '../db/in-batches.ts';

/** Session claims of a token, or of the media cookie made from it. */
export interface SessionClaims {
  /** Id of the session; null if the provider does not send it. */
  sid: string | null;
  /**
   * How many times all sessions of the person had been ended before this one started; null if the provider does not
   * send it.
   */
  epoch: number | null;
  issuedAt: Date;
  expiresAt: Date;
}

/** A revocation of one session of a person, or, with `sid` null, of all sessions started before. */
export interface SessionEnd {
  provider: string;
  subject: string;
  sid: string | null;
  /** If all sessions were ended: the first valid epoch. */
  epoch: number | null;
  endedAt: Date;
}

/** How long revocations are stored, in hours: longer than any token is valid. */
const STORED_HOURS = 24;

/**
 * Condition: the session was ended, or all sessions were ended in a later epoch than its own. One look-up by primary
 * key. Without epochs, everything issued until that time has ended, also in the same second.
 * @param person the table with `subject` and `provider`; the session is the row `asked`
 */
const hasEnded = (person: 'users' | 'asked'): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session_ends as ended
  where ended.subject = ${sql.ref(`${person}.subject`)} and ended.provider = ${sql.ref(`${person}.provider`)} and case
    when ended.sid <> '' then ended.sid = asked.sid
    when ended.epoch is not null and asked.epoch is not null then asked.epoch < ended.epoch
    else asked.issued_at <= ended.ended_at
  end
)`;

/** Whether the session `asked` (sid, epoch, issued_at) of the person `users` has ended. */
export const endedColumn: RawBuilder<boolean> = hasEnded('users');

/** Arguments of `unnest` for the columns sid, epoch and issued_at. */
export const sessionArrays = <Session extends SessionClaims>(
  given: Given<readonly Session[]>,
): RawBuilder<unknown> => sql`
  ${column('text', given, 'sid')},
  ${column('integer', given, 'epoch')},
  ${column('timestamptz', given, 'issuedAt')}`;

/** The session of a request. */
export type OpenSession = SessionClaims & { provider: string; subject: string };

const selectEnded = builtQuery<readonly OpenSession[], null, { position: number }>({
  shape: () => null,
  build: (db, _, given) =>
    sql<{ position: number }>`
      select asked.position::integer as position
      from unnest(
        ${column('text', given, 'subject')},
        ${column('text', given, 'provider')},
        ${sessionArrays(given)}
      ) with ordinality as asked (subject, provider, sid, epoch, issued_at, position)
      where ${hasEnded('asked')}
      order by position
    `.compile(db),
});

/** Which of these sessions have ended, in one query. @returns their indexes, in order */
export async function findEnded(db: Db, sessions: readonly OpenSession[]): Promise<number[]> {
  return (await selectEnded(db, sessions)).map(({ position }) => position - 1);
}

/** Ends sessions in all server processes, and deletes their push subscriptions. Idempotent. */
export async function storeSessionEnd(db: Db, end: SessionEnd): Promise<void> {
  await db
    .insertInto('session_ends')
    .values({
      subject: end.subject,
      provider: end.provider,
      sid: end.sid ?? '',
      epoch: end.epoch,
      ended_at: end.endedAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'provider', 'sid']).doUpdateSet({
        epoch: sql`greatest(session_ends.epoch, excluded.epoch)`,
        ended_at: sql`greatest(session_ends.ended_at, excluded.ended_at)`,
        received_at: sql`now()`,
      }),
    )
    .execute();
  await deletePushSubscriptions(db, end);
}

/** Deletes the push subscriptions of the person's sessions that have ended. */
async function deletePushSubscriptions(db: Db, { subject, provider }: SessionEnd): Promise<void> {
  await sql`
    delete from push_subscriptions asked using users
    where asked.user_id = users.id and users.subject = ${subject} and users.provider = ${provider}
      and ${endedColumn}`.execute(db);
}

/** Deletes revocations whose tokens have expired. @returns how many */
export async function deleteOldSessionEnds(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session_ends')
    .where('received_at', '<', sql<Date>`now() - make_interval(hours => ${STORED_HOURS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
