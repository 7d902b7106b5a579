import type { Db, Tx } from '../../platform/db/database.ts';
import type { SiteWarningKind } from '../../platform/db/tables.ts';

/** The warnings that hold, the oldest first. */
export function listWarnings(db: Db) {
  return db.selectFrom('site_warnings').select(['kind', 'since']).orderBy('since').orderBy('kind').execute();
}

/** From now on these warnings hold, and no others. @returns those that are new */
export async function replaceWarnings(tx: Tx, kinds: readonly SiteWarningKind[]): Promise<SiteWarningKind[]> {
  await tx
    .deleteFrom('site_warnings')
    .$if(kinds.length > 0, (query) => query.where('kind', 'not in', kinds))
    .execute();
  if (kinds.length === 0) return [];
  const rows = await tx
    .insertInto('site_warnings')
    .values(kinds.map((kind) => ({ kind })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Ids of all site owners who can use their account. */
export async function listSiteOwnerIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('site_owner_since', 'is not', null)
    .where('disabled_at', 'is', null)
    .where('delete_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
