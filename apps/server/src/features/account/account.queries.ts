import { createHash } from 'node:crypto';
import { DELETION_GRACE_DAYS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/** The deletion of an account; the presenter's input. */
export interface DeletionRow {
  deletion_asked_at: Date;
  delete_at: Date;
  deletion_by_site_owner: boolean;
  /** How many reminders went out. */
  deletion_reminders: number;
}

/** @returns undefined if nobody has asked for it */
export async function findDeletion(db: Db, personId: string): Promise<DeletionRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['deletion_asked_at', 'delete_at', 'deletion_by_site_owner', 'deletion_reminders'])
    .where('id', '=', personId)
    .where('delete_at', 'is not', null)
    .executeTakeFirst();
  return row as DeletionRow | undefined;
}

/** Repeating it keeps the times. @returns whether there is such a person, and whether they were staying until now */
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

/** @returns false, and nothing is changed, if the time has come */
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
 * Counts the reminders that are due. Who misses several, because no worker was running, gets one.
 * @param days before the end, the first reminder first @returns the ids of the people
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

/** Whether this person is a site owner and nobody else is one who stays. Until the transaction ends nobody else leaves. */
export async function isLastSiteOwner(tx: Tx, personId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('site owners', 0))`.execute(tx);
  const { rows } = await sql<{ last: boolean }>`
    select exists (select 1 from users where id = ${personId} and site_owner_since is not null)
      and not exists (select 1 from users where id <> ${personId} and site_owner_since is not null
        and disabled_at is null and delete_at is null) as last`.execute(tx);
  return rows[0]?.last ?? false;
}

/** An account whose time has come. */
export interface DueAccount {
  id: string;
  subject: string;
  email: string;
}

/** Accounts whose time has come, the first first. */
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
 * Deletes the row of a person, and with it every row about them. What others have written down about the address goes too:
 * invitations to it, and the counts of mails. What stays is a hash of the id, for the restore of an earlier backup.
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

/** Uses a proof of the password up. @returns false if it was used before */
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
