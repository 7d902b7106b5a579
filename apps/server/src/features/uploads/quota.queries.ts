import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

/**
 * Locks the person's space: other transactions that reserve or use it wait.
 * @returns the person's own quota in bytes; null for the default of the installation
 */
export async function lockSpace(tx: Tx, ownerId: string): Promise<number | null> {
  // "no key": other transactions can still insert videos and shares of this person.
  const row = await tx
    .selectFrom('users')
    .select('quota_bytes')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.quota_bytes ?? null;
}

/** Serializes reservations of disk space until the end of `tx`. */
export async function lockDisk(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('space on the disk', 0))`.execute(tx);
}

/** Everybody's unfinished uploads that have not expired. */
export function listReservations(db: Db): Promise<{ id: string; size: number }[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'size'])
    .where('video_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** The person's own quota in bytes; null for the default of the installation. */
export async function findOwnQuota(db: Db, ownerId: string): Promise<number | null> {
  const row = await db.selectFrom('users').select('quota_bytes').where('id', '=', ownerId).executeTakeFirst();
  return row?.quota_bytes ?? null;
}

/** Bytes of a person's originals and unfinished uploads. */
export async function sumUsedSpace(tx: Tx, ownerId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select (
      coalesce((
        select sum(f.size) from video_files f join videos v on v.id = f.video_id
        where v.owner_id = ${ownerId} and f.kind = 'original'), 0)
      + coalesce((
        select sum(size) from uploads
        where owner_id = ${ownerId} and video_id is null and expires_at > now()), 0)
    )::float8 as used`.execute(tx);
  return rows[0]?.used ?? 0;
}
