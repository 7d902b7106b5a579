import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';

/** A person as site owners see them; the presenter's input. */
export type SitePersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Bytes of a person's originals and unfinished uploads, as in the quota. */
const usedBytes = sql<number>`(
  coalesce((select sum(f.size) from video_files f join videos v on v.id = f.video_id
    where v.owner_id = users.id and f.kind = 'original'), 0)
  + coalesce((select sum(u.size) from uploads u
    where u.owner_id = users.id and u.video_id is null and u.expires_at > now()), 0)
)::float8`;

function selectPeople(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.email_verified_at',
      'users.created_at',
      'users.quota_bytes',
      'users.disabled_at',
      'users.delete_at',
      'users.site_owner_since',
      usedBytes.as('used_bytes'),
      sql<number>`(select count(*) from videos where videos.owner_id = users.id)::integer`.as('videos'),
      cursorTimestamp('users.created_at').as('cursor_at'),
    ]);
}

/**
 * People, newest first.
 * @param search part of a name or an address; empty for everybody
 * @param after the last person of the previous page
 */
export function listPeople(db: Db, search: string, after: { at: string; id: string } | null, limit: number) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return selectPeople(db)
    .$if(search !== '', (query) =>
      query.where(sql<boolean>`(users.first_name || ' ' || users.last_name || ' ' || users.email) ilike ${pattern}`),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(users.created_at, users.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();
}

export function findPerson(db: Db, id: string): Promise<SitePersonRow | undefined> {
  return selectPeople(db).where('users.id', '=', id).executeTakeFirst();
}

/** The account of a person at the identity provider. */
export function findAccount(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(['provider', 'subject', 'site_owner_since', 'disabled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The id of the person with an address; null if there is none. */
export async function findIdByEmail(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setQuota(db: Db, id: string, bytes: number | null): Promise<void> {
  await db.updateTable('users').set({ quota_bytes: bytes }).where('id', '=', id).execute();
}

/** Disables or enables an account. Repeating it keeps the time. */
export async function setDisabled(db: Db, id: string, disabled: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ disabled_at: disabled ? sql<Date>`coalesce(disabled_at, now())` : null })
    .where('id', '=', id)
    .execute();
}

/** Counts and sizes of the whole installation. */
export async function countEverything(
  db: Db,
): Promise<{ people: number; videos: number; used_bytes: number; open_reports: number }> {
  const { rows } = await sql<{ people: number; videos: number; used_bytes: number; open_reports: number }>`
    select
      (select count(*) from users)::integer as people,
      (select count(*) from videos)::integer as videos,
      (select coalesce(sum(size), 0) from video_files where kind = 'original')::float8 as used_bytes,
      (select count(*) from reports where closed_at is null)::integer as open_reports
  `.execute(db);
  return rows[0] as (typeof rows)[0];
}
