import { ARCHIVE_DAYS } from '@kinreel/contracts';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ArchivesTable } from '../../platform/db/tables.ts';
import { isLookingAfter } from '../visibility/visibility.policy.ts';

export type ArchiveRow = Selectable<ArchivesTable>;

/** Whose archive it is, and what it contains: the person's own data, or the videos that they manage as a steward. */
export interface ArchiveOf {
  userId: string;
  /** Null for the person's own data. */
  stewardRowId: string | null;
}

/**
 * The active stewardship of a person for an owner. With `lock`, a sign of life of the owner waits for the transaction.
 */
export async function findStewardship(
  db: Db,
  { stewardId, ownerId }: { stewardId: string; ownerId: string },
  options: { lock?: boolean } = {},
): Promise<ArchiveOf | undefined> {
  const row = await db
    .selectFrom('stewards as st')
    .select('st.id')
    .where('st.steward_id', '=', stewardId)
    .where('st.owner_id', '=', ownerId)
    .where(isLookingAfter)
    .$if(options.lock === true, (query) => query.forShare('st'))
    .executeTakeFirst();
  return row && { userId: stewardId, stewardRowId: row.id };
}

export function findArchiveOf(db: Db, { userId, stewardRowId }: ArchiveOf): Promise<ArchiveRow | undefined> {
  return db
    .selectFrom('archives')
    .selectAll()
    .where('user_id', '=', userId)
    .where('steward_row_id', 'is not distinct from', stewardRowId)
    .executeTakeFirst();
}

export function findArchive(db: Db, id: string): Promise<ArchiveRow | undefined> {
  return db.selectFrom('archives').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * An archive with the first name of the owner of its videos (null for an own archive); undefined if the stewardship has
 * ended.
 */
export function findArchiveToSend(db: Db, id: string, userId: string) {
  return db
    .selectFrom('archives')
    .leftJoin('stewards as st', 'st.id', 'archives.steward_row_id')
    .leftJoin('users as owner', 'owner.id', 'st.owner_id')
    .selectAll('archives')
    .select(['owner.first_name', 'owner.last_name'])
    .where('archives.id', '=', id)
    .where('archives.user_id', '=', userId)
    .where((eb) => eb.or([eb('archives.steward_row_id', 'is', null), isLookingAfter]))
    .executeTakeFirst();
}

/** A steward's open download of an archive. */
export interface Download {
  archiveId: string;
  userId: string;
}

/** @returns the indexes of downloads whose stewardship has ended */
export async function findEndedDownloads(db: Db, downloads: readonly Download[]): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select open.position::integer as position
    from unnest(
      ${downloads.map(({ archiveId }) => archiveId)}::uuid[],
      ${downloads.map(({ userId }) => userId)}::uuid[]
    ) with ordinality as open (archive_id, user_id, position)
    where not exists (
      select 1 from archives join stewards as st on st.id = archives.steward_row_id
      where archives.id = open.archive_id and archives.user_id = open.user_id and ${isLookingAfter}
    )
    order by position
  `.execute(db);
  return rows.map(({ position }) => position - 1);
}

/** @returns undefined if the person already has one, also in a concurrent transaction */
export function insertArchive(
  db: Db,
  id: string,
  { userId, stewardRowId }: ArchiveOf,
): Promise<ArchiveRow | undefined> {
  return db
    .insertInto('archives')
    .values({ id, user_id: userId, steward_row_id: stewardRowId, key: null, sha256: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @returns the storage key of the deleted archive; null if it was not ready; undefined if there was none */
export async function deleteArchiveOf(
  db: Db,
  { userId, stewardRowId }: ArchiveOf,
  options: { notBeingMade?: boolean } = {},
): Promise<string | null | undefined> {
  const row = await db
    .deleteFrom('archives')
    .where('user_id', '=', userId)
    .where('steward_row_id', 'is not distinct from', stewardRowId)
    .$if(options.notBeingMade === true, (query) => query.where('status', '<>', 'making'))
    .returning('key')
    .executeTakeFirst();
  return row?.key;
}

/** Deletes a person's archives, and those that stewards have of their videos. @returns the storage keys */
export async function deleteAllAbout(db: Db, userId: string): Promise<string[]> {
  return keysOf(
    await db
      .deleteFrom('archives')
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('user_id', '=', userId),
          eb('steward_row_id', 'in', selectFrom('stewards').select('id').where('owner_id', '=', userId)),
        ]),
      )
      .returning('key')
      .execute(),
  );
}

/** Deletes the archives of these stewardships. @returns the storage keys */
export async function deleteOfStewards(tx: Tx, stewardRowIds: readonly string[]): Promise<string[]> {
  return keysOf(
    await tx
      .deleteFrom('archives')
      .where('steward_row_id', '=', sql<string>`any(${stewardRowIds}::uuid[])`)
      .returning('key')
      .execute(),
  );
}

/** Deletes expired archives. @returns the storage keys */
export async function deleteExpired(db: Db): Promise<string[]> {
  return keysOf(await db.deleteFrom('archives').where('expires_at', '<', sql<Date>`now()`).returning('key').execute());
}

function keysOf(rows: readonly { key: string | null }[]): string[] {
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Does nothing unless the archive is being made. */
export async function setProgress(db: Db, id: string, percent: number): Promise<void> {
  await db
    .updateTable('archives')
    .set({ progress: percent })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .execute();
}

/** @returns the person; undefined, without a change, unless the archive is being made */
export function setReady(db: Db, id: string, file: { key: string; size: number; sha256: string }) {
  return db
    .updateTable('archives')
    .set({
      ...file,
      status: 'ready',
      progress: 100,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(ARCHIVE_DAYS)})`,
    })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .returning('user_id')
    .executeTakeFirst();
}

/** @returns the person; undefined, without a change, unless the archive has failed */
export function setMaking(db: Db, id: string) {
  return db
    .updateTable('archives')
    .set({ status: 'making', progress: 0 })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('user_id')
    .executeTakeFirst();
}

/** @returns the person; undefined, without a change, unless the archive is being made */
export function setFailed(db: Db, id: string) {
  return db
    .updateTable('archives')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'making')
    .returning('user_id')
    .executeTakeFirst();
}
