import { type Selection, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import { isWaiting, weekQuestionWaits } from '../visibility/question.policy.ts';

/** Locks a person until the end of the transaction, so that their concurrent actions share one budget or limit. */
export async function lockPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

/** Columns of a person that every logged-in user may see. */
export const PERSON_COLUMNS = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.city',
  'users.state',
  'users.country',
  'users.photo_key',
] as const;

/** Columns of a public profile. */
export const PROFILE_COLUMNS = [...PERSON_COLUMNS, 'users.banner', 'users.about_me'] as const;

/** All columns, including the private ones of the owner. */
export const USER_COLUMNS = [
  ...PROFILE_COLUMNS,
  'users.email',
  'users.email_verified_at',
  'users.birthday',
  'users.show_in_search',
  'users.show_on_links',
  'users.site_owner_since',
  'users.address_epoch',
  sql<boolean>`(
    exists (select from stewards where stewards.owner_id = users.id and stewards.stop_unread)
    or exists (select from stewards where stewards.steward_id = users.id and stewards.started_at is not null))`.as(
    'steward_news',
  ),
  sql<boolean>`(
    exists (select from questions q where q.person_id = users.id and ${isWaiting})
    or ${weekQuestionWaits(sql.ref('users.id'))})`.as('has_questions'),
] as const;

type Row<Columns extends readonly unknown[]> = Selection<Database, 'users', Columns[number]>;
export type PersonRow = Row<typeof PERSON_COLUMNS>;
export type ProfileRow = Row<typeof PROFILE_COLUMNS>;
export type UserRow = Row<typeof USER_COLUMNS>;

/**
 * Storage key of one version of a person's photo. Each photo is a new version, so the content of a URL never changes.
 */
export function photoKey(userId: string, version: string): string {
  return `photos/${userId}/${version}.webp`;
}

/** URL of the photo with this key, for browsers with the media cookie. */
export function photoUrl(key: string): string {
  return `/media/${key.replace(/\.webp$/, '')}`;
}
