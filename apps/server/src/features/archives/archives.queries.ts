import { ARCHIVE_DAYS } from '@kinreel/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ArchivesTable } from '../../platform/db/tables.ts';

export type ArchiveRow = Selectable<ArchivesTable>;

/** The archive of a person. */
export function findArchiveOf(db: Db, userId: string): Promise<ArchiveRow | undefined> {
  return db.selectFrom('archives').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export function findArchive(db: Db, id: string): Promise<ArchiveRow | undefined> {
  return db.selectFrom('archives').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns undefined if the person has one already, also one that is being inserted */
export function insertArchive(db: Db, id: string, userId: string): Promise<ArchiveRow | undefined> {
  return db
    .insertInto('archives')
    .values({ id, user_id: userId, key: null, sha256: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @returns the storage key of a deleted archive; null if it was not ready; undefined if there was none */
export async function deleteArchiveOf(
  db: Db,
  userId: string,
  options: { notBeingMade?: boolean } = {},
): Promise<string | null | undefined> {
  const row = await db
    .deleteFrom('archives')
    .where('user_id', '=', userId)
    .$if(options.notBeingMade === true, (query) => query.where('status', '<>', 'making'))
    .returning('key')
    .executeTakeFirst();
  return row?.key;
}

/** @returns the storage keys */
export async function deleteExpired(db: Db): Promise<string[]> {
  const rows = await db.deleteFrom('archives').where('expires_at', '<', sql<Date>`now()`).returning('key').execute();
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Changes nothing if it is no longer being made. */
export async function setProgress(db: Db, id: string, percent: number): Promise<void> {
  await db
    .updateTable('archives')
    .set({ progress: percent })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute();
}

/** @returns the person; undefined, and nothing is changed, if it is no longer being made */
export function setReady(db: Db, id: string, file: { key: string; size: number; sha256: string }) {
  return db
    .updateTable('archives')
    .set({
      ...{ ...file, status: 'ready', progress: 100 },
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(ARCHIVE_DAYS)})`,
    })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .returning('user_id')
    .executeTakeFirst();
}

/** @returns the person; undefined, and nothing is changed, if it is no longer being made */
export function setFailed(db: Db, id: string) {
  return db
    .updateTable('archives')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .returning('user_id')
    .executeTakeFirst();
}
