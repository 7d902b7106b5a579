import { LAST_REMINDER_DAYS, STEWARD_DELETE_DAYS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Number of mails after the first one: at half of the waiting time, and some days before its end. */
const LAST_REMINDER = 2;

/** How many of these mails are due by now. */
const dueReminders = sql<number>`case
  when now() >= starts_at - make_interval(days => ${sql.lit(LAST_REMINDER_DAYS)}) then ${sql.lit(LAST_REMINDER)}
  when now() >= asked_at + (starts_at - asked_at) / 2 then 1
  else 0 end`;

/** Condition on `stewards`: the owner's address is verified, so they get mails. Otherwise the request waits. */
const canBeReached = sql<boolean>`exists (
  select from users where users.id = stewards.owner_id and users.email_verified_at is not null)`;

/** Requests whose owner must be reminded. */
export async function listToRemind(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('stewards')
    .select('id')
    .where('asked_at', 'is not', null)
    .where('started_at', 'is', null)
    .where('reminders', '<', dueReminders)
    .where(canBeReached)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Counts the reminder. If the last one is late because no worker ran, the start is postponed, so that the owner always
 * has some days after it.
 * @returns undefined if there is no reminder due
 */
export function setReminded(tx: Tx, id: string) {
  return tx
    .updateTable('stewards')
    .set({
      reminders: dueReminders,
      starts_at: sql<Date>`case ${dueReminders} when ${sql.lit(LAST_REMINDER)}
        then greatest(starts_at, now() + make_interval(days => ${sql.lit(LAST_REMINDER_DAYS)})) else starts_at end`,
    })
    .where('id', '=', id)
    .where('asked_at', 'is not', null)
    .where('started_at', 'is', null)
    .where('reminders', '<', dueReminders)
    .where(canBeReached)
    .returning('owner_id')
    .executeTakeFirst();
}

/** Starts stewardships whose waiting time is over, if the owner was reminded. */
export function startDue(tx: Tx) {
  return tx
    .updateTable('stewards')
    .set({ started_at: sql<Date>`now()` })
    .where('starts_at', '<=', sql<Date>`now()`)
    .where('started_at', 'is', null)
    .where('reminders', '=', LAST_REMINDER)
    .where(canBeReached)
    .returning(['id', 'owner_id', 'steward_id'])
    .execute();
}

/** Condition on `stewards`: it started long enough ago for videos with the rule `delete` to be deleted. */
const isDeleting = sql<boolean>`started_at <= now() - make_interval(days => ${sql.lit(STEWARD_DELETE_DAYS)})`;

/** Videos to be deleted, with their owners. */
export function listToDelete(db: Db) {
  return db
    .selectFrom('videos')
    .select(['id', 'owner_id'])
    .where('steward_rule', '=', 'delete')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stewards')
          .select('stewards.id')
          .whereRef('stewards.owner_id', '=', 'videos.owner_id')
          .where(isDeleting),
      ),
    )
    .orderBy('id')
    .execute();
}

/**
 * Whether the video must still be deleted. Locks the stewardship, so that a sign of life waits until the transaction
 * ends.
 */
export async function lockDeletion(tx: Tx, videoId: string, ownerId: string): Promise<boolean> {
  const stewards = await tx
    .selectFrom('stewards')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(isDeleting)
    .forUpdate()
    .execute();
  const video = await tx
    .selectFrom('videos')
    .select('id')
    .where('id', '=', videoId)
    .where('steward_rule', '=', 'delete')
    .executeTakeFirst();
  return stewards.length > 0 && video !== undefined;
}
