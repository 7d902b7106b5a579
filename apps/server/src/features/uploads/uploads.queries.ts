import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** Whether there is such a prompt. */
export async function promptExists(db: Db, promptId: number): Promise<boolean> {
  return (await db.selectFrom('prompts').select('id').where('id', '=', promptId).executeTakeFirst()) !== undefined;
}

/** Let one transaction at a time reckon with a person's space. */
export async function lockSpace(db: Db, ownerId: string): Promise<void> {
  // "no key": videos and shares of this person can be written meanwhile
  await db.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
}

/** Bytes of a person's originals, and what is promised to uploads under way. */
export async function spaceTaken(db: Db, ownerId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select (
      coalesce((
        select sum(f.size) from video_files f join videos v on v.id = f.video_id
        where v.owner_id = ${ownerId} and f.kind = 'original'), 0)
      + coalesce((
        select sum(bytes) from upload_reservations where owner_id = ${ownerId} and expires_at > now()), 0)
      + coalesce((
        select sum(size) from uploads where owner_id = ${ownerId} and video_id is null), 0)
    )::float8 as taken`.execute(db);
  return rows[0]?.taken ?? 0;
}

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${sql.lit(minutes)})`;

export async function insertReservation(
  db: Db,
  reservation: { id: string; ownerId: string; bytes: number; minutes: number },
): Promise<void> {
  await db
    .insertInto('upload_reservations')
    .values({
      id: reservation.id,
      owner_id: reservation.ownerId,
      bytes: reservation.bytes,
      expires_at: inMinutes(reservation.minutes),
    })
    .execute();
}

export async function renewReservation(db: Db, id: string, minutes: number): Promise<void> {
  await db
    .updateTable('upload_reservations')
    .set({ expires_at: inMinutes(minutes) })
    .where('id', '=', id)
    .execute();
}

export async function deleteReservation(db: Db, id: string): Promise<void> {
  await db.deleteFrom('upload_reservations').where('id', '=', id).execute();
}

export async function deleteExpiredReservations(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('upload_reservations')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
