import type { Db } from '../db/database.ts';
import type { ServerConfig } from './config.ts';

/** The public address of the last start; null before the first one. */
export async function readAddress(db: Db): Promise<string | null> {
  const row = await db.selectFrom('site_settings').select('address').executeTakeFirst();
  return row?.address ?? null;
}

/** Stores the address of this start. @returns the previous one if it was different, else null */
export async function storeAddress(db: Db, { publicUrl }: Pick<ServerConfig, 'publicUrl'>): Promise<string | null> {
  const before = await readAddress(db);
  if (before === publicUrl) return null;
  await db.updateTable('site_settings').set({ address: publicUrl }).execute();
  return before;
}

/**
 * Duplicate profiles of an account, created at an earlier address (migration 0051). Nobody can log in to the younger
 * one.
 */
export function findSecondProfiles(db: Db): Promise<{ email: string; of: string }[]> {
  return db
    .selectFrom('users as younger')
    .innerJoin('users as older', (join) =>
      join.onRef('older.subject', '=', 'younger.subject').on('older.provider', '=', 'kinreel'),
    )
    .select(['younger.email', 'older.email as of'])
    .where('younger.provider', '~', '^https?://.*/identity/$')
    .execute();
}
