import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isLinkActive } from '../visibility/visibility.policy.ts';

/** Most links and most visitors of a link that one answer holds. */
const LIST_LIMIT = 100;

/** The standing link of a video that has no end; there is at most one. */
export function findStandingLink(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('short_links')
    .select('id')
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where('expires_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false if another call made the video's standing link first, or the video is gone */
export async function insertLink(
  db: Db,
  link: { id: string; videoId: string; ownerId: string; codeHash: Buffer; expiresAt: Date | null },
): Promise<boolean> {
  const row = await db
    .insertInto('short_links')
    .columns(['id', 'video_id', 'owner_id', 'code_hash', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('videos')
        .select([
          sql<string>`${link.id}::uuid`.as('id'),
          'videos.id as video_id',
          'videos.owner_id',
          sql<Buffer>`${link.codeHash}::bytea`.as('code_hash'),
          sql<Date | null>`${link.expiresAt}::timestamptz`.as('expires_at'),
        ])
        .where('videos.id', '=', link.videoId)
        .where('videos.owner_id', '=', link.ownerId)
        // a video that is being deleted gets no link
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('video_id').where('expires_at', 'is', null).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The link of a code, while it stands. */
export function findLinkByCode(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('short_links')
    .select(['id', 'video_id', 'owner_id'])
    .where('code_hash', '=', codeHash)
    .where(isLinkActive('short_links'))
    .executeTakeFirst();
}

/** Note that somebody came by a link that stands for just this video; the owner's own visits do not count. */
export async function redeem(
  db: Db,
  visit: { codeHash: Buffer; videoId: string; ownerId: string; viewerId: string },
): Promise<void> {
  await db
    .with('used', (cte) =>
      cte
        .updateTable('short_links')
        .set({ last_used_at: sql`now()` })
        .where('code_hash', '=', visit.codeHash)
        .where('video_id', '=', visit.videoId)
        .where('owner_id', '=', visit.ownerId)
        .where('owner_id', '<>', visit.viewerId)
        .where(isLinkActive('short_links'))
        .returning('id'),
    )
    .insertInto('link_redemptions')
    .columns(['link_id', 'user_id'])
    .expression((eb) => eb.selectFrom('used').select(['used.id', sql<string>`${visit.viewerId}::uuid`.as('user_id')]))
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet({ last_visit_at: sql`now()` }))
    .execute();
}

/** The links of a video that stand, newest first. */
export function listLinks(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('short_links')
    .select(['id', 'video_id', 'created_at', 'expires_at', 'last_used_at'])
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where(isLinkActive('short_links'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** Who came by each of these links, newest visit first. */
export function listVisitors(db: Db, linkIds: readonly string[]) {
  return db
    .selectFrom(sql<{ link_id: string }>`unnest(${linkIds}::uuid[])`.as<'wanted'>(sql`wanted(link_id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_redemptions')
          .innerJoin('users', 'users.id', 'link_redemptions.user_id')
          .select([...PERSON_COLUMNS, 'link_redemptions.last_visit_at'])
          .whereRef('link_redemptions.link_id', '=', 'wanted.link_id')
          .orderBy('link_redemptions.last_visit_at', 'desc')
          .limit(LIST_LIMIT)
          .as('visitor'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .orderBy('visitor.last_visit_at', 'desc')
    .execute();
}

/** @returns whether there was a standing link of this owner */
export async function revokeLink(db: Db, linkId: string, ownerId: string): Promise<boolean> {
  const row = await db
    .updateTable('short_links')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', linkId)
    .where('owner_id', '=', ownerId)
    .where(isLinkActive('short_links'))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
