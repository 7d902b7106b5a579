import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { VideoFileKind } from './tables.ts';

/** Kind of a stored object. A video plays without its renditions, preview, fragments and chunks. */
export type StoredObjectKind = VideoFileKind | 'rendition' | 'preview' | 'fragment' | 'piece' | 'photo' | 'archive';

/** A stored object that a row references. */
export interface StoredObjectRow {
  kind: StoredObjectKind;
  key: string;
  /** Bytes; null for photos, whose size is not stored in a row. */
  size: number | null;
  /** Lower-case hex; null for photos, whose hash is not stored in a row. */
  sha256: string | null;
  /** The person it belongs to; null for early chunks of an upload. */
  owner_id: string | null;
  /** The video it belongs to; null for photos, archives, and early chunks of an upload. */
  video_id: string | null;
}

interface Source {
  /** Prefix of all keys of this source. */
  prefix: string;
  /** Selects the columns of StoredObjectRow. */
  rows: RawBuilder<StoredObjectRow>;
}

const ownerOfVideo = sql`(select owner_id from videos where videos.id = video_id)`;

/**
 * All columns with storage keys, by table and column. The only list of what Kinreel stores: used by the sweep, the
 * storage move and everything else that processes all files. findUnlistedKeyColumns() reports missing columns, and the
 * sweep deletes nothing until they are listed.
 */
const SOURCES: Record<string, Source> = {
  'video_files.key': {
    prefix: 'videos/',
    rows: sql`select kind::text, key, size, sha256, ${ownerOfVideo} as owner_id, video_id from video_files`,
  },
  'renditions.key': {
    prefix: 'videos/',
    // A playback file may also be a rendition. It is stored and listed once.
    rows: sql`select 'rendition'::text, key, size, sha256, ${ownerOfVideo}, video_id from renditions
              where not exists (select from video_files where video_files.key = renditions.key)`,
  },
  'previews.key': {
    prefix: 'videos/',
    rows: sql`select 'preview'::text, key, size, sha256, ${ownerOfVideo}, video_id from previews`,
  },
  'fragments.key': {
    prefix: 'videos/',
    rows: sql`select 'fragment'::text, key, size, sha256, ${ownerOfVideo}, video_id from fragments`,
  },
  'pieces.key': {
    prefix: 'videos/',
    rows: sql`select 'piece'::text, key, size, sha256, ${ownerOfVideo}, video_id from pieces where key is not null`,
  },
  'users.photo_key': {
    prefix: 'photos/',
    rows: sql`select 'photo'::text, photo_key, null::bigint, null::text, id, null::uuid from users
              where photo_key is not null`,
  },
  'archives.key': {
    prefix: 'archives/',
    rows: sql`select 'archive'::text, key, size, sha256, user_id, null::uuid from archives where key is not null`,
  },
};

/** Columns whose name ends in `key` without storage keys: normalized names for search. */
const SEARCH_KEYS = ['users.first_key', 'users.last_key'];

/** Query of StoredObjectRow: all stored objects that rows reference. Usage: `from ${storedObjects} o`. */
export const storedObjects: RawBuilder<StoredObjectRow> = unionOf(Object.values(SOURCES));

function unionOf(sources: readonly Source[]): RawBuilder<StoredObjectRow> {
  return sql`(${sql.join(
    sources.map(({ rows }) => rows),
    sql` union all `,
  )})`;
}

/** storedObjects for the database of an earlier version, which lacks tables of later ones; backups may read it. */
async function storedObjectsIn(db: Db): Promise<RawBuilder<StoredObjectRow>> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name || '.' || column_name = any(${Object.keys(SOURCES)}::text[])`.execute(
    db,
  );
  const present = new Set(rows.map(({ name }) => name));
  // In the order of the list, because the first query defines the column names.
  return unionOf(Object.entries(SOURCES).flatMap(([name, source]) => (present.has(name) ? [source] : [])));
}

/** The folders of the storage with objects of rows. The sweep deletes nothing outside of them. */
export const STORED_PREFIXES: readonly string[] = [...new Set(Object.values(SOURCES).map(({ prefix }) => prefix))];

/** The folders of a person's files that are not video files: photos and archives. */
export function ownPrefixes(personId: string): string[] {
  return STORED_PREFIXES.filter((prefix) => prefix !== 'videos/').map((prefix) => `${prefix}${personId}/`);
}

/**
 * Columns of this database that look like they contain storage keys but are not listed above: of type storage_key, or
 * texts whose name ends in `key`.
 * @returns table and column, such as `users.photo_key`
 */
export async function findUnlistedKeyColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema = current_schema()
      and (domain_name = 'storage_key' or (data_type = 'text' and column_name ~ '(^|_)key$'))
    order by 1`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !(name in SOURCES) && !SEARCH_KEYS.includes(name));
}

/** Which of `keys` rows reference. */
export async function findKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select o.key from ${await storedObjectsIn(db)} o where o.key = any(${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** The next `limit` referenced objects ordered by key, after the key `after`. */
export async function listStoredObjects(db: Db, after: string, limit: number): Promise<StoredObjectRow[]> {
  const { rows } = await sql<StoredObjectRow>`
    select o.* from ${await storedObjectsIn(db)} o where o.key > ${after} order by o.key limit ${limit}`.execute(db);
  return rows;
}

/** Number of referenced objects, and total bytes of those with a stored size. */
export async function countStoredObjects(db: Db): Promise<{ objects: number; bytes: number }> {
  const { rows } = await sql<{ objects: number; bytes: number }>`
    select count(*)::int as objects, coalesce(sum(o.size), 0)::float8 as bytes from ${storedObjects} o`.execute(db);
  return rows[0] ?? { objects: 0, bytes: 0 };
}
