import type { StewardRule } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isMutuallyHidden, isReachable } from '../visibility/blocking.policy.ts';
import { ownedBy, stewardedBy } from '../visibility/visibility.policy.ts';

/** The rule of a person's own video. */
export async function findRule(db: Db, videoId: string, ownerId: string): Promise<StewardRule | undefined> {
  const row = await db
    .selectFrom('videos as v')
    .select('v.steward_rule')
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .executeTakeFirst();
  return row?.steward_rule;
}

/** The people to whom stewards may give the video. */
export function listGiftPeople(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('video_gifts as g')
    .innerJoin('users', 'users.id', 'g.recipient_id')
    .select(PERSON_COLUMNS)
    .where('g.video_id', '=', videoId)
    .where('g.owner_id', '=', ownerId)
    .where(isReachable('users.id', ownerId))
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();
}

/** @returns whether the video is the person's own */
export async function setRule(tx: Tx, videoId: string, ownerId: string, rule: StewardRule): Promise<boolean> {
  const row = await tx
    .updateTable('videos as v')
    .set({ steward_rule: rule })
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .returning('v.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the people to whom the video may be given. @param connections ids by person */
export async function replaceGifts(
  tx: Tx,
  videoId: string,
  ownerId: string,
  connections: ReadonlyMap<string, string>,
): Promise<void> {
  await tx
    .deleteFrom('video_gifts')
    .where('video_id', '=', videoId)
    .where(sql<boolean>`recipient_id <> all(${[...connections.keys()]}::uuid[])`)
    .execute();
  if (connections.size === 0) return;
  await tx
    .insertInto('video_gifts')
    .values(
      [...connections].map(([recipient_id, connection_id]) => ({
        video_id: videoId,
        owner_id: ownerId,
        recipient_id,
        connection_id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Condition on `videos as v` and `video_gifts as g`: the steward may give this video to this person, and neither has
 * blocked the other.
 */
const mayGive = (stewardId: string) => sql<boolean>`(
  v.steward_rule = 'give' and ${stewardedBy(stewardId)}
  and not ${isMutuallyHidden(sql.ref('v.owner_id'), sql.ref('g.recipient_id'))} and ${isReachable('g.recipient_id', stewardId)})`;

/** What a steward may give of an owner's videos: one row per video and person, newest video first. */
export function listGifts(db: Db, stewardId: string, ownerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('video_gifts as g', 'g.video_id', 'v.id')
    .innerJoin('users', 'users.id', 'g.recipient_id')
    .select([...PERSON_COLUMNS, 'v.id as video_id', 'prompts.prompt'])
    .select(sql<boolean>`g.given_at is not null`.as('given'))
    .where('v.owner_id', '=', ownerId)
    .where(mayGive(stewardId))
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .orderBy('users.first_name')
    .orderBy('users.id')
    .execute();
}

/**
 * Gives a video to a person whom its owner chose. A concurrent sign of life waits for the transaction and then revokes
 * the gift.
 * @returns whether it is new; null if this steward may not give it
 */
export async function giveVideo(
  tx: Tx,
  stewardId: string,
  videoId: string,
  recipientId: string,
): Promise<{ isNew: boolean } | null> {
  await tx
    .selectFrom('stewards')
    .innerJoin('videos', 'videos.owner_id', 'stewards.owner_id')
    .select('stewards.id')
    .where('videos.id', '=', videoId)
    .where('stewards.steward_id', '=', stewardId)
    .forShare('stewards')
    .execute();
  const gift = await tx
    .selectFrom('videos as v')
    .innerJoin('video_gifts as g', 'g.video_id', 'v.id')
    .select('g.given_at')
    .where('v.id', '=', videoId)
    .where('g.recipient_id', '=', recipientId)
    .where(mayGive(stewardId))
    .forUpdate('g')
    .executeTakeFirst();
  if (!gift) return null;
  await tx
    .updateTable('video_gifts')
    .set({ given_at: sql<Date>`coalesce(given_at, now())` })
    .where('video_id', '=', videoId)
    .where('recipient_id', '=', recipientId)
    .execute();
  return { isNew: gift.given_at === null };
}
