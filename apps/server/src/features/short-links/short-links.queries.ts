import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { isLinkActive, isOpen } from '../visibility/visibility.policy.ts';

/** Maximum number of links, and of visitors of a link, in one response. */
const LIST_LIMIT = 100;

/** The active link without expiry of a video; there is at most one. */
export function findActiveLink(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('short_links')
    .select('id')
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where('expires_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}

/** @returns false if a concurrent call created the link without expiry, or the video was deleted */
export async function insertLink(
  db: Db,
  link: {
    id: string;
    videoId: string;
    ownerId: string;
    codeHash: Buffer;
    expiresAt: Date | null;
    askedAt: Date | null;
  },
): Promise<boolean> {
  const row = await db
    .insertInto('short_links')
    .columns(['id', 'video_id', 'owner_id', 'code_hash', 'expires_at', 'asked_at'])
    .expression((eb) =>
      eb
        .selectFrom('videos')
        .select([
          sql<string>`${link.id}::uuid`.as('id'),
          'videos.id as video_id',
          'videos.owner_id',
          sql<Buffer>`${link.codeHash}::bytea`.as('code_hash'),
          sql<Date | null>`${link.expiresAt}::timestamptz`.as('expires_at'),
          sql<Date | null>`${link.askedAt}::timestamptz`.as('asked_at'),
        ])
        .where('videos.id', '=', link.videoId)
        .where('videos.owner_id', '=', link.ownerId)
        // no link for a video that is being deleted
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('video_id').where('expires_at', 'is', null).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the owner requested a link. */
export async function markAsked(db: Db, linkId: string): Promise<void> {
  await db
    .updateTable('short_links')
    .set({ asked_at: sql`now()` })
    .where('id', '=', linkId)
    .where('asked_at', 'is', null)
    .execute();
}

/**
 * The active link of a code. While its video is scheduled, it works only for the owner.
 * @param viewerId who uses it; null without login
 */
export function findLinkByCode(db: Db, codeHash: Buffer, viewerId: string | null) {
  return db
    .selectFrom('short_links')
    .innerJoin('videos', 'videos.id', 'short_links.video_id')
    .select(['short_links.id', 'short_links.video_id', 'short_links.owner_id'])
    .where('code_hash', '=', codeHash)
    .where(isLinkActive('short_links'))
    .where((eb) => eb.or([isOpen('videos'), eb('short_links.owner_id', '=', viewerId)]))
    .$if(viewerId !== null, (query) => query.where(isReachable('short_links.owner_id', viewerId ?? '')))
    .executeTakeFirst();
}

/** The data of a link preview: the video of an active link, and its owner. */
export function findLinkPreview(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('short_links')
    .innerJoin('videos', 'videos.id', 'short_links.video_id')
    .innerJoin('prompts', 'prompts.id', 'videos.prompt_id')
    .innerJoin('users', 'users.id', 'short_links.owner_id')
    .select(['users.first_name', 'users.show_on_links', 'prompts.prompt', 'videos.thumbhash'])
    .where('short_links.code_hash', '=', codeHash)
    .where('users.delete_at', 'is', null)
    .where(isLinkActive('short_links'))
    .where(isOpen('videos'))
    .executeTakeFirst();
}

/** Records that a person used an active link. @returns false, without a change, if the link is no longer active */
export async function recordVisit(db: Db, linkId: string, viewerId: string): Promise<boolean> {
  const row = await db
    .with('used', (cte) =>
      cte
        .updateTable('short_links')
        .set({ last_used_at: sql`now()` })
        .where('id', '=', linkId)
        .where(isLinkActive('short_links'))
        .returning('id'),
    )
    .insertInto('link_redemptions')
    .columns(['link_id', 'user_id'])
    .expression((eb) => eb.selectFrom('used').select(['used.id', sql<string>`${viewerId}::uuid`.as('user_id')]))
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet({ last_visit_at: sql`now()` }))
    .returning('link_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The active links of a video, newest first. */
export function listLinks(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('short_links')
    .select(['id', 'video_id', 'created_at', 'expires_at', 'last_used_at', 'asked_at'])
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where(isLinkActive('short_links'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** The visitors of each of a person's links, latest visit first. */
export function listVisitors(db: Db, linkIds: readonly string[], ownerId: string) {
  return db
    .selectFrom(sql<{ link_id: string }>`unnest(${linkIds}::uuid[])`.as<'wanted'>(sql`wanted(link_id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('link_redemptions')
          .innerJoin('users', 'users.id', 'link_redemptions.user_id')
          .select([...PERSON_COLUMNS, 'link_redemptions.last_visit_at'])
          .whereRef('link_redemptions.link_id', '=', 'wanted.link_id')
          .where(isReachable('users.id', ownerId))
          .orderBy('link_redemptions.last_visit_at', 'desc')
          .limit(LIST_LIMIT)
          .as('visitor'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .orderBy('visitor.last_visit_at', 'desc')
    .execute();
}

/** @returns false unless there was an active link of this owner */
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

/**
 * Deletes a person's redeemed links to a video: they lose access until they redeem one again.
 * @returns whether there were any
 */
export async function deleteVisits(db: Db, videoId: string, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('link_redemptions')
    .where('user_id', '=', userId)
    .where('link_id', 'in', (eb) => eb.selectFrom('short_links').select('id').where('video_id', '=', videoId))
    .returning('link_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the redemptions of both people of links of each other. */
export async function deleteVisitsBetween(db: Db, oneId: string, otherId: string): Promise<void> {
  const linksOf = (ownerId: string) => db.selectFrom('short_links').select('id').where('owner_id', '=', ownerId);
  await db
    .deleteFrom('link_redemptions')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', oneId), eb('link_id', 'in', linksOf(otherId))]),
        eb.and([eb('user_id', '=', otherId), eb('link_id', 'in', linksOf(oneId))]),
      ]),
    )
    .execute();
}
