import { MAX_PUSH_DEVICES } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { SessionClaims } from '../../platform/auth/session-ends.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { isLookedAfter } from '../visibility/question.policy.ts';

/** A subscription to store. */
export interface NewSubscription {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  session: SessionClaims;
}

/** Stores a subscription, or its new keys, person and session. */
export function upsertSubscription(tx: Tx, { id, userId, endpoint, p256dh, auth, session }: NewSubscription) {
  const { sid, epoch, issuedAt } = session;
  const columns = { user_id: userId, p256dh, auth, sid, epoch, issued_at: issuedAt };
  return tx
    .insertInto('push_subscriptions')
    .values({ id, endpoint, ...columns })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** Deletes the oldest subscriptions above the limit per person. */
export async function trimSubscriptions(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(sql.lit(MAX_PUSH_DEVICES)),
    )
    .execute();
}

export function listSubscriptions(db: Db, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Without a visit for this long, a device gets no messages: another person may use it now. */
const UNUSED_DAYS = 30;

/** A subscription, unless its person is disabled, leaving, or their page is looked after by a steward. */
export function findToSend(db: Db, id: string) {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('users', 'users.id', 'p.user_id')
    .select(['p.user_id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .where('p.id', '=', id)
    .where('p.issued_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(UNUSED_DAYS)})`)
    .where('users.disabled_at', 'is', null)
    .where('users.delete_at', 'is', null)
    .where(sql<boolean>`not ${isLookedAfter(sql.ref('users.id'))}`)
    .executeTakeFirst();
}

/** @param userId only if it is this person's */
export async function deleteSubscription(db: Db, id: string, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('user_id', '=', userId).execute();
}
