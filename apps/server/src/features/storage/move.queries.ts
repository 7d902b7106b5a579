import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** An object that a row names. */
export interface NamedObject {
  key: string;
  /** Bytes and SHA-256 in lower-case hex; null for photos, of which no row knows them. */
  size: number | null;
  sha256: string | null;
}

/** Rows that are read at once. */
const PAGE = 200;

const FILES = sql`
  select video_id, key, size, sha256 from video_files
  union all select video_id, key, size, sha256 from renditions
  union all select video_id, key, size, sha256 from previews`;

/** Every object that a row names: files of videos, their sizes and preview pictures, and photos. */
export async function* namedObjects(db: Db): AsyncGenerator<NamedObject> {
  for (let after = NO_ID, more = true; more; ) {
    const { rows } = await sql<NamedObject & { video_id: string }>`
      select f.video_id, f.key, f.size, f.sha256
      from (select id from videos where id > ${after}::uuid order by id limit ${PAGE}) v
      join (${FILES}) f on f.video_id = v.id
      order by f.video_id, f.key`.execute(db);
    for (const { key, size, sha256 } of rows) yield { key, size, sha256 };
    after = rows.at(-1)?.video_id ?? after;
    more = rows.length > 0;
  }
  for (let after = NO_ID, more = true; more; ) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'photo_key'])
      .where('id', '>', after)
      .where('photo_key', 'is not', null)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const { photo_key: key } of rows) if (key) yield { key, size: null, sha256: null };
    after = rows.at(-1)?.id ?? after;
    more = rows.length > 0;
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** How many objects rows name, and the bytes of those of which rows know them. */
export async function countObjects(db: Db): Promise<{ objects: number; bytes: number }> {
  const { rows } = await sql<{ objects: number; bytes: number }>`
    select count(*)::int as objects, coalesce(sum(size), 0)::float8 as bytes
    from (
      select size from (${FILES}) f
      union all select 0 from users where photo_key is not null
    ) named`.execute(db);
  return rows[0] ?? { objects: 0, bytes: 0 };
}
