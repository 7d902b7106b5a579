import { LAST_REMINDER_DAYS, STEWARD_DELETE_DAYS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** Mails after the first one: at half of the time, and some days before the end. */
const LAST_REMINDER = 2;

/** How many of these mails should have gone out by now. */
const dueReminders = sql<number>`case
  when now() >= starts_at - make_interval(days => ${sql.lit(LAST_REMINDER_DAYS)}) then ${sql.lit(LAST_REMINDER)}
  when now() >= asked_at + (starts_at - asked_at) / 2 then 1
  else 0 end`;

/** Condition on `stewards`: mails reach the owner. Until then nothing goes on. */
const canBeReached = sql<boolean>`exists (
  select from users where users.id = stewards.owner_id and users.email_verified_at is not null)`;

/** Requests of which the owner should be reminded. */
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
 * Counts the reminder. If the last one is late, because no worker ran, the beginning is put off: there are always some days
 * between the two. @returns undefined if there is nothing to remind of any more
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

/** Begins the stewardships whose time has come, and whose owner was reminded. */
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

/** Condition on `stewards`: it began some days ago, so that what is to be deleted then is deleted now. */
const isDeleting = sql<boolean>`started_at <= now() - make_interval(days => ${sql.lit(STEWARD_DELETE_DAYS)})`;

/** Videos that are to be deleted, with their owners. */
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

/** Whether it still is to be deleted. A sign of life waits until the transaction ends. */
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
