import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export async function hasSiteOwner(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('site_owner_since', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

/** All site owners, in the order in which they were named. */
export function listSiteOwners(db: Db): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('site_owner_since', 'is not', null)
    .orderBy('site_owner_since')
    .orderBy('id')
    .execute();
}

/** The id of the unused code; inserted if there is none. Safe with concurrent processes. */
export async function ensureUnusedCode(tx: Tx, newId: string): Promise<string> {
  await sql`lock table owner_codes in share row exclusive mode`.execute(tx);
  const row = await tx.selectFrom('owner_codes').select('id').where('used_at', 'is', null).executeTakeFirst();
  if (row) return row.id;
  await tx
    .insertInto('owner_codes')
    .values({ id: newId, code_hash: Buffer.alloc(32) })
    .execute();
  return newId;
}

export async function setCodeHash(tx: Tx, id: string, codeHash: Buffer): Promise<void> {
  await tx.updateTable('owner_codes').set({ code_hash: codeHash }).where('id', '=', id).execute();
}

/** Uses a code up. @returns whether it existed and was unused */
export async function takeCode(tx: Tx, codeHash: Buffer, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('owner_codes')
    .set({ used_at: sql<Date>`now()`, used_by: userId })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Invalidates the printed link, once there is a site owner. */
export async function deleteUnusedCodes(tx: Tx): Promise<void> {
  await tx.deleteFrom('owner_codes').where('used_at', 'is', null).execute();
}

/** Idempotent. @returns whether there is such a person */
export async function setSiteOwner(db: Db, person: { id: string } | { email: string }): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set((eb) => ({ site_owner_since: eb.fn.coalesce('site_owner_since', sql<Date>`now()`), disabled_at: null }))
    .$if('id' in person, (query) => query.where('id', '=', 'id' in person ? person.id : ''))
    .$if('email' in person, (query) =>
      query.where(sql<string>`lower(email)`, '=', 'email' in person ? person.email.toLowerCase() : ''),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is a person with this address who has not confirmed it. */
export async function hasUnconfirmedAddress(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether there was such a site owner */
export async function unsetSiteOwner(db: Db, email: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ site_owner_since: null })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('site_owner_since', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
