import { createHash } from 'node:crypto';
import { DELETION_GRACE_DAYS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** A requested deletion of an account; the presenter's input. */
export type DeletionRow = NonNullable<Awaited<ReturnType<typeof findDeletion>>>;

/** @returns undefined without a requested deletion */
export function findDeletion(db: Db, personId: string) {
  return db
    .selectFrom('users')
    .select(['deletion_asked_at', 'delete_at', 'deletion_by_site_owner', 'deletion_reminders'])
    .where('id', '=', personId)
    .where('delete_at', 'is not', null)
    .$narrowType<{ deletion_asked_at: Date; delete_at: Date }>()
    .executeTakeFirst();
}

/**
 * Requests a deletion. Repeating it keeps the dates.
 * @returns `new`, `known` if it was requested before, or `missing` without such a person
 */
export async function setDeletion(
  tx: Tx,
  personId: string,
  bySiteOwner: boolean,
): Promise<'new' | 'known' | 'missing'> {
  const before = await tx
    .selectFrom('users')
    .select(['delete_at'])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return 'missing';
  await tx
    .updateTable('users')
    .set({
      deletion_asked_at: sql<Date>`coalesce(deletion_asked_at, now())`,
      delete_at: sql<Date>`coalesce(delete_at, now() + make_interval(days => ${sql.lit(DELETION_GRACE_DAYS)}))`,
      deletion_by_site_owner: sql<boolean>`deletion_by_site_owner or ${bySiteOwner}`,
    })
    .where('id', '=', personId)
    .execute();
  return before.delete_at ? 'known' : 'new';
}

/** Cancels a deletion. @returns false, without a change, if the grace period is over */
export async function unsetDeletion(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ deletion_asked_at: null, delete_at: null, deletion_by_site_owner: false, deletion_reminders: 0 })
    .where('id', '=', personId)
    .where('delete_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts the reminders that are due. A person who missed several, because no worker was running, gets one.
 * @param days days before the deletion, in the order of the reminders
 * @returns the ids of the people
 */
export async function takeReminders(tx: Tx, days: readonly number[]): Promise<string[]> {
  const due: string[] = [];
  for (let count = days.length; count > 0; count -= 1) {
    const rows = await tx
      .updateTable('users')
      .set({ deletion_reminders: count })
      .where('delete_at', '>', sql<Date>`now()`)
      .where('delete_at', '<=', sql<Date>`now() + make_interval(days => ${days[count - 1] ?? 0})`)
      .where('deletion_reminders', '<', count)
      .returning('id')
      .execute();
    due.push(...rows.map(({ id }) => id));
  }
  return due;
}

/** Locks a person's row until the transaction ends. @returns whether they are a site owner */
export async function lockSiteOwner(tx: Tx, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('site_owner_since')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined && row.site_owner_since !== null;
}

/**
 * Whether this person is the last site owner. Serialized by a lock, so that the last two cannot leave at the same time.
 */
export async function isLastSiteOwner(tx: Tx, personId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site owners', 0))`.execute(tx);
  const { rows } = await sql<{ last: boolean }>`
    select exists (select 1 from users where id = ${personId} and site_owner_since is not null)
      and not exists (select 1 from users where id <> ${personId} and site_owner_since is not null
        and disabled_at is null and delete_at is null) as last`.execute(tx);
  return rows[0]?.last ?? false;
}

/** An account whose grace period is over. */
export interface DueAccount {
  id: string;
  subject: string;
  email: string;
}

/** Accounts whose grace period is over, the earliest first. */
export function listDue(db: Db): Promise<DueAccount[]> {
  return db
    .selectFrom('users')
    .select(['id', 'subject', 'email'])
    .where('delete_at', '<=', sql<Date>`now()`)
    .orderBy('delete_at')
    .orderBy('id')
    .execute();
}

/**
 * Deletes the row of a person and, by foreign keys, every row about them. Also deletes what others have stored about
 * the address: invitations and mail counts. Keeps a hash of the id, so that restoring an earlier backup does not bring
 * the account back.
 */
export async function deletePersonRow(tx: Tx, { id, email }: DueAccount): Promise<void> {
  const address = email.toLowerCase();
  const hash = createHash('sha256').update(address).digest();
  await tx
    .deleteFrom('invitations')
    .where((row) => row.or([row(sql<string>`lower(email)`, '=', address), row('accepted_by', '=', id)]))
    .execute();
  await tx.deleteFrom('sent_mails').where('recipient_hash', '=', hash).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('users')
    .where('id', '=', id)
    .where('delete_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await tx
    .insertInto('deleted_accounts')
    .values({ id_hash: createHash('sha256').update(id).digest() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks a proof of the password as used. @returns false if it was used before */
export async function useProof(tx: Tx, proofId: string): Promise<boolean> {
  await tx.deleteFrom('used_proofs').where('used_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
  const row = await tx
    .insertInto('used_proofs')
    .values({ id: proofId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
