import { id as idSchema, UPLOAD_EXPIRY_HOURS } from '@kinreel/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { UploadsTable } from '../../platform/db/tables.ts';

export type UploadRow = Selectable<UploadsTable>;

const expiry = sql<Date>`now() + make_interval(hours => ${sql.lit(UPLOAD_EXPIRY_HOURS)})`;

export function insertUpload(
  db: Db,
  upload: { id: string; ownerId: string; size: number; metadata: string },
): Promise<UploadRow> {
  return db
    .insertInto('uploads')
    .values({
      id: upload.id,
      owner_id: upload.ownerId,
      size: upload.size,
      metadata: upload.metadata,
      expires_at: expiry,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An upload of this person, published or not; null if there is none that lives. */
export async function findUpload(db: Db, id: string, ownerId: string): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** The unfinished ones of a person, the newest first. */
export function listUnfinished(db: Db, ownerId: string, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('video_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countUnfinished(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('video_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Let an upload live on from now. @returns when it expires; null if it is gone */
export async function renewUpload(db: Db, id: string): Promise<Date | null> {
  const row = await db
    .updateTable('uploads')
    .set({ expires_at: expiry })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Say which video an upload has become. @returns false if it has become one before, or is gone */
export async function claimUpload(tx: Db, id: string, videoId: string): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ video_id: videoId, expires_at: expiry })
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if there is none, or if it has become a video */
export async function deleteUnfinished(db: Db, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forget uploads whose time is over. @returns how many of them were unfinished */
export async function deleteExpiredUploads(db: Db): Promise<number> {
  const rows = await db
    .deleteFrom('uploads')
    .where('expires_at', '<', sql<Date>`now()`)
    .returning('video_id')
    .execute();
  return rows.filter((row) => row.video_id === null).length;
}

/** Those of `ids` that are unfinished uploads. */
export async function findUnfinished(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids.filter((id) => idSchema.safeParse(id).success)}::uuid[])`)
    .where('video_id', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}
