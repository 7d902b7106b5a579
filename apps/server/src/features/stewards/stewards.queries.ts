import { ASK_AGAIN_DAYS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { lockPerson, PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';

/** A stewardship with the other person; the presenter's input. */
export type StewardRow = Awaited<ReturnType<typeof listStewards>>[number];

/** Column values without a pending or started request. */
export const NO_REQUEST = { asked_at: null, starts_at: null, started_at: null, reminders: 0 } as const;

const COLUMNS = [
  ...PERSON_COLUMNS,
  'stewards.waiting_days',
  'stewards.declined_at',
  'stewards.asked_at',
  'stewards.starts_at',
  'stewards.started_at',
] as const;

/** The stewards of an owner, oldest first. */
export function listStewards(db: Db, ownerId: string) {
  return db
    .selectFrom('stewards')
    .innerJoin('users', 'users.id', 'stewards.steward_id')
    .select(COLUMNS)
    .where('stewards.owner_id', '=', ownerId)
    .where(isReachable('users.id', ownerId))
    .orderBy('stewards.created_at')
    .orderBy('stewards.id')
    .execute();
}

/** The owners who have named a steward, oldest first, without those whom the steward has declined. */
export function listStewardships(db: Db, stewardId: string, ownerId?: string) {
  return db
    .selectFrom('stewards')
    .innerJoin('users', 'users.id', 'stewards.owner_id')
    .select(COLUMNS)
    .where('stewards.steward_id', '=', stewardId)
    .where('stewards.declined_at', 'is', null)
    .where(isReachable('users.id', stewardId))
    .$if(ownerId !== undefined, (query) => query.where('stewards.owner_id', '=', ownerId ?? ''))
    .orderBy('stewards.created_at')
    .orderBy('stewards.id')
    .execute();
}

/** Counts the owner's other stewards. Locks, so that no other steward is named until the transaction ends. */
export async function countOthers(tx: Tx, ownerId: string, stewardId: string): Promise<number> {
  await lockPerson(tx, ownerId);
  const { count } = await tx
    .selectFrom('stewards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('steward_id', '<>', stewardId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A person's accepted connections with these people, locked (FOR KEY SHARE), keyed by the other person's id. */
export async function findConnections(tx: Tx, personId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const other = sql<string>`case when user_lo = ${personId} then user_hi else user_lo end`;
  const rows = await tx
    .selectFrom('connections')
    .select(['id', other.as('other_id')])
    .where('status', '=', 'accepted')
    .where((eb) => eb.or([eb('user_lo', '=', personId), eb('user_hi', '=', personId)]))
    .where(other, '=', sql<string>`any(${ids}::uuid[])`)
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.other_id, row.id]));
}

/** @returns whether it is new; for an existing one only the waiting time is changed */
export async function upsertSteward(
  tx: Tx,
  row: { id: string; owner_id: string; steward_id: string; connection_id: string; waiting_days: number },
): Promise<boolean> {
  const { id } = await tx
    .insertInto('stewards')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'steward_id']).doUpdateSet({ waiting_days: row.waiting_days }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id === row.id;
}

export async function deleteSteward(db: Db, ownerId: string, stewardId: string): Promise<void> {
  await db.deleteFrom('stewards').where('owner_id', '=', ownerId).where('steward_id', '=', stewardId).execute();
}

/** A stewardship that the steward has not declined, locked until the transaction ends. */
export function lockStewardship(tx: Tx, stewardId: string, ownerId: string) {
  return tx
    .selectFrom('stewards')
    .select(['id', 'owner_id', 'asked_at', 'started_at'])
    .select(
      sql<boolean>`coalesce(stopped_at > now() - make_interval(days => ${sql.lit(ASK_AGAIN_DAYS)}), false)`.as(
        'stopped_lately',
      ),
    )
    .where('owner_id', '=', ownerId)
    .where('steward_id', '=', stewardId)
    .where('declined_at', 'is', null)
    .where(isReachable('owner_id', stewardId))
    .forUpdate()
    .executeTakeFirst();
}

export async function setAsked(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('stewards')
    .set({
      asked_at: sql<Date>`now()`,
      starts_at: sql<Date>`now() + make_interval(days => waiting_days)`,
      reminders: 0,
    })
    .where('id', '=', id)
    .execute();
}

export async function setDeclined(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('stewards')
    .set({ ...NO_REQUEST, declined_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Cancels all pending and started requests to this owner. @returns the cancelled rows */
export function cancelRequests(tx: Tx, ownerId: string) {
  return tx
    .updateTable('stewards')
    .set((eb) => ({
      ...NO_REQUEST,
      stopped_at: sql<Date>`now()`,
      stopped_started_at: eb.ref('started_at'),
      stop_unread: true,
    }))
    .where('owner_id', '=', ownerId)
    .where('asked_at', 'is not', null)
    .returning(['id', 'steward_id'])
    .execute();
}

/** Cancelled requests to this owner that the owner has not read yet. */
export function listEnded(db: Db, ownerId: string) {
  return db
    .selectFrom('stewards')
    .innerJoin('users', 'users.id', 'stewards.steward_id')
    .select([...PERSON_COLUMNS, 'stewards.stopped_started_at'])
    .select((eb) => eb.ref('stewards.stopped_at').$notNull().as('stopped_at'))
    .where('stewards.owner_id', '=', ownerId)
    .where('stewards.stop_unread', '=', true)
    .where('stewards.stopped_at', 'is not', null)
    .where(isReachable('users.id', ownerId))
    .orderBy('stewards.stopped_at')
    .orderBy('stewards.id')
    .execute();
}

export async function setEndedRead(db: Db, ownerId: string): Promise<void> {
  await db
    .updateTable('stewards')
    .set({ stop_unread: false })
    .where('owner_id', '=', ownerId)
    .where('stop_unread', '=', true)
    .execute();
}

/** Revokes all gifts of this owner's videos. The chosen people are kept. */
export async function revokeGifts(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable('video_gifts')
    .set({ given_at: null })
    .where('owner_id', '=', ownerId)
    .where('given_at', 'is not', null)
    .execute();
}

/** A stewardship with both names, for mails and links; undefined if it was deleted. */
export function findForMail(db: Db, id: string) {
  return db
    .selectFrom('stewards')
    .innerJoin('users as owner', 'owner.id', 'stewards.owner_id')
    .innerJoin('users as steward', 'steward.id', 'stewards.steward_id')
    .select([
      'stewards.owner_id',
      'stewards.steward_id',
      'stewards.waiting_days',
      'stewards.declined_at',
      'stewards.asked_at',
      'stewards.starts_at',
      'stewards.started_at',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
      'steward.first_name as steward_first_name',
      'steward.last_name as steward_last_name',
    ])
    .where('stewards.id', '=', id)
    .executeTakeFirst();
}
