import { id as idSchema, UPLOAD_EXPIRY_HOURS } from '@kinreel/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { UploadsTable } from '../../platform/db/tables.ts';

export type UploadRow = Selectable<UploadsTable>;

export interface NewUpload {
  id: string;
  ownerId: string;
  /** Bytes. */
  size: number;
  metadata: string;
  /** Whether it outlives the request that created it. */
  resumable: boolean;
  /** The link by which it is sent. */
  answerLinkId?: string | null;
}

/** When a non-resumable upload expires: only a killed process leaves one behind. */
const FORM_EXPIRY_MINUTES = 10;

const IN_HOURS = sql<Date>`now() + make_interval(hours => ${sql.lit(UPLOAD_EXPIRY_HOURS)})`;
const IN_MINUTES = sql<Date>`now() + make_interval(mins => ${sql.lit(FORM_EXPIRY_MINUTES)})`;
const RENEWED = sql<Date>`case when resumable then ${IN_HOURS} else ${IN_MINUTES} end`;

export function insertUpload(tx: Tx, upload: NewUpload): Promise<UploadRow> {
  const { id, ownerId, size, metadata, resumable, answerLinkId = null } = upload;
  return tx
    .insertInto('uploads')
    .values({
      id,
      owner_id: ownerId,
      size,
      metadata,
      resumable,
      answer_link_id: answerLinkId,
      expires_at: resumable ? IN_HOURS : IN_MINUTES,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An upload of this person, published or not; null if it does not exist or has expired. */
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

/** An unpublished upload of any person; null if there is none. */
export async function findArriving(db: Db, id: string): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The unfinished uploads that a logged-in person can resume, newest first. */
export function listUnfinished(db: Db, ownerId: string, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('video_id', 'is', null)
    .where('resumable', '=', true)
    .where('answer_link_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Number of unfinished uploads that a person can resume. */
export async function countUnfinished(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('video_id', 'is', null)
    .where('resumable', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Extends the expiry of an upload. @returns the new expiry; null if it was deleted */
export async function renewUpload(db: Db, id: string): Promise<Date | null> {
  const row = await db
    .updateTable('uploads')
    .set({ expires_at: RENEWED })
    .where('id', '=', id)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Saves the facts that are known when all bytes have arrived. */
export async function completeUpload(
  db: Db,
  id: string,
  { size, metadata }: Pick<NewUpload, 'size' | 'metadata'>,
): Promise<void> {
  await db.updateTable('uploads').set({ size, metadata }).where('id', '=', id).execute();
}

/** Saves which video an upload became. @returns false if it was published before, or deleted */
export async function claimUpload(tx: Tx, id: string, videoId: string): Promise<boolean> {
  const row = await tx
    .updateTable('uploads')
    .set({ video_id: videoId, expires_at: RENEWED })
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if it does not exist or was published */
export async function deleteUnfinished(db: Db, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('video_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all uploads of a person. @returns their ids */
export async function deleteUploadsOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('owner_id', '=', ownerId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** Deletes expired uploads, published or not. @returns how many of them were unfinished */
export async function deleteExpiredUploads(db: Db): Promise<number> {
  const rows = await db
    .deleteFrom('uploads')
    .where('expires_at', '<', sql<Date>`now()`)
    .returning('video_id')
    .execute();
  return rows.filter((row) => row.video_id === null).length;
}

/** Which of `ids` are unfinished uploads. */
export async function findUnfinished(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', sql<string>`any(${ids.filter((id) => idSchema.safeParse(id).success)}::uuid[])`)
    .where('video_id', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}
