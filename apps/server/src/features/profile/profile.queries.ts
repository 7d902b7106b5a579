import type { ProfileForm } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { nameColumns } from './name-keys.table.ts';
import { PROFILE_COLUMNS, type ProfileRow, USER_COLUMNS, type UserRow } from './profile.table.ts';

/** An account verified by the identity provider. */
export interface Account {
  provider: string;
  subject: string;
  email: string;
}

/** @returns undefined, without a change, if this account or email already has a profile */
export function insertUser(
  db: Db,
  { id, invitationId }: { id: string; invitationId: string | null },
  account: Account,
  form: ProfileForm,
): Promise<UserRow | undefined> {
  const { provider, subject, email } = account;
  return db
    .insertInto('users')
    .values({ id, provider, subject, email, invitation_id: invitationId, ...formColumns(form) })
    .onConflict((conflict) => conflict.doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

/** With `lock`, locks the row until the end of the transaction. */
export function findUser(db: Db, id: string, options: { lock?: boolean } = {}): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .$if(options.lock === true, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

/** @returns the id of the person with this account; null without a profile */
export async function findUserId(db: Db, provider: string, subject: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Marks an address as verified, if it is still this person's. */
export async function setEmailVerified(db: Db, id: string, email: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('email_verified_at', 'is', null)
    .execute();
}

/**
 * Stores the address of the identity service, which may have changed since the registration.
 * @returns false, without a change, if another person's profile has it
 */
export async function setAddress(
  db: Db,
  id: string,
  address: { email: string; isVerified: boolean; epoch: number },
): Promise<boolean> {
  const { email, isVerified, epoch } = address;
  const row = await db
    .updateTable('users')
    .set({
      email,
      address_epoch: epoch,
      email_verified_at: sql<Date | null>`case
        when lower(email) = lower(${email}) then coalesce(email_verified_at, case when ${isVerified} then now() end)
        when ${isVerified} then now() end`,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select 1 from users other where other.id <> ${id} and lower(other.email) = lower(${email}))`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the ids of the people with this address: none or one */
export async function setEmailVerifiedByAddress(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .updateTable('users')
    .set((eb) => ({ email_verified_at: eb.fn.coalesce('email_verified_at', sql<Date>`now()`) }))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findProfile(db: Db, id: string, viewerId: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('users')
    .select(PROFILE_COLUMNS)
    .where('id', '=', id)
    .where(isReachable('users.id', viewerId))
    .executeTakeFirst();
}

/** Storage key of a person's photo for a viewer, or null if it is not visible. */
export async function findVisiblePhotoKey(db: Db, id: string, viewerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', id)
    .where(isReachable('users.id', viewerId))
    .executeTakeFirst();
  return row?.photo_key ?? null;
}

/** Storage key of a person's photo for people who may have no account; null if the person is not shown on links. */
export async function findPhotoKeyOnLinks(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', id)
    .where('show_on_links', '=', true)
    .executeTakeFirst();
  return row?.photo_key ?? null;
}

export function updateUser(db: Db, id: string, form: ProfileForm): Promise<UserRow | undefined> {
  return db.updateTable('users').set(formColumns(form)).where('id', '=', id).returning(USER_COLUMNS).executeTakeFirst();
}

/** Storage key of a person's photo, or null. With `lock`, locks the row until the end of the transaction. */
export async function findPhotoKey(db: Db, id: string, options: { lock?: boolean } = {}): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('photo_key')
    .where('id', '=', id)
    .$if(options.lock === true, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row?.photo_key ?? null;
}

export function setPhotoKey(db: Db, id: string, key: string | null): Promise<UserRow | undefined> {
  return db
    .updateTable('users')
    .set({ photo_key: key })
    .where('id', '=', id)
    .returning(USER_COLUMNS)
    .executeTakeFirst();
}

/** The columns that a person can edit. Kysely leaves out what is undefined. */
function formColumns(form: ProfileForm) {
  return {
    first_name: form.firstName,
    last_name: form.lastName,
    ...nameColumns(form.firstName, form.lastName),
    city: form.city,
    state: form.state,
    country: form.country,
    birthday: form.birthday,
    about_me: form.aboutMe,
    show_in_search: form.showInSearch,
    show_on_links: form.showOnLinks,
  };
}
