import { type RawBuilder, sql } from 'kysely';
import { builtQuery } from '../../platform/db/built-query.ts';
import type { Db } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { selectVideos, type VideoRow } from '../videos/videos.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { isLinkActive, isOpen, visibleTo } from '../visibility/visibility.policy.ts';

/** Maximum number of recipients per video in Shared By Me; the complete list has its own paging. */
const RECIPIENTS_SHOWN = 100;

type After = { at: string; id: string } | null;

/** Inserts shares. @returns the recipients who did not have one yet */
export async function insertShares(
  db: Db,
  share: { videoId: string; ownerId: string; recipients: readonly string[]; message: string },
): Promise<string[]> {
  const rows = await db
    .insertInto('shares')
    .columns(['video_id', 'owner_id', 'recipient_id', 'message'])
    .expression((eb) =>
      eb
        .selectFrom('videos')
        .innerJoin(
          sql<{ id: string }>`unnest(${share.recipients}::uuid[])`.as<'recipient'>(sql`recipient(id)`),
          (join) => join.onTrue(),
        )
        .select([
          'videos.id as video_id',
          'videos.owner_id',
          'recipient.id as recipient_id',
          sql<string>`${share.message}::text`.as('message'),
        ])
        .where('videos.id', '=', share.videoId)
        .where('videos.owner_id', '=', share.ownerId)
        // prevents sharing a video that is being deleted
        .forKeyShare(['videos']),
    )
    .onConflict((conflict) => conflict.columns(['video_id', 'recipient_id']).doNothing())
    .returning('recipient_id')
    .execute();
  return rows.map((row) => row.recipient_id);
}

/** Whether the video of `shares` answers a question of its recipient. */
const isAnswer = sql<boolean>`exists (select from questions
  where questions.video_id = shares.video_id and questions.asker_id = shares.recipient_id)`;

/**
 * Recipient and owner of all shares of a ready and open video, and whether it answers a question of the recipient; only
 * of the recipients `among`, if given.
 */
export function listReadyShares(db: Db, videoId: string, among?: readonly string[]) {
  return db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .select(['shares.recipient_id', 'shares.owner_id'])
    .select(isAnswer.as('is_answer'))
    .where('shares.video_id', '=', videoId)
    .where('videos.status', '=', 'ready')
    .where(isOpen('videos'))
    .$if(among !== undefined, (query) => query.where('shares.recipient_id', '=', sql<string>`any(${among}::uuid[])`))
    .execute();
}

/** @returns whether there was a share */
export async function deleteShare(db: Db, videoId: string, recipientId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('shares')
    .where('video_id', '=', videoId)
    .where('recipient_id', '=', recipientId)
    .returning('video_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A page of the videos that a person sees in Shared With Me: videos shared with them, and videos of active links that
 * they have redeemed, newest first. A video with both is listed once, as a share.
 */
export function listSharedWith(db: Db, personId: string, after: After, limit: number): Promise<SharedWithRow[]> {
  return selectSharedWith(db, { personId, after, limit });
}

/** A video, who shared it, and when. */
export type SharedWithRow = VideoRow & {
  shared_on: Date;
  via: 'share' | 'link';
  first_name: string;
  last_name: string;
  email: string;
  email_verified_at: Date | null;
  message: string;
  /** Cursor timestamp of `shared_on`. */
  entry_cursor: string;
};

const selectSharedWith = builtQuery<
  { personId: string; after: After; limit: number },
  { goesOn: boolean; limit: number },
  SharedWithRow
>({
  shape: ({ after, limit }) => ({ goesOn: after !== null, limit }),
  build(db, { goesOn, limit }, given) {
    const person = sql<string>`${given(({ personId }) => personId)}::uuid`;
    const [at, id] = [given(({ after }) => after?.at), given(({ after }) => after?.id)];
    const isAfter = (time: RawBuilder<unknown>, videoId: RawBuilder<unknown>) =>
      goesOn ? sql<boolean>`(${time}, ${videoId}) < (${at}::timestamptz, ${id}::uuid)` : sql<boolean>`true`;
    const shared = sql`
      select shares.video_id, shares.owner_id, shares.created_at as shared_on, 'share' as via, shares.message
      from shares join videos as v on v.id = shares.video_id
      where shares.recipient_id = ${person} and ${visibleTo(person)}
        and ${isAfter(sql`shares.created_at`, sql`shares.video_id`)}
      order by shares.created_at desc, shares.video_id desc limit ${sql.lit(limit)}`;
    const opened = sql`min(r.created_at)`;
    const linked = sql`
      select l.video_id, l.owner_id, ${opened} as shared_on, 'link' as via, '' as message
      from link_redemptions as r
      join short_links as l on l.id = r.link_id
      join videos as v on v.id = l.video_id
      where r.user_id = ${person} and l.owner_id <> r.user_id and ${isLinkActive('l')} and ${visibleTo(person)}
        and not exists (select from shares where shares.video_id = l.video_id and shares.recipient_id = ${person})
      group by l.video_id, l.owner_id
      having ${isAfter(opened, sql`l.video_id`)}
      order by shared_on desc, l.video_id desc limit ${sql.lit(limit)}`;
    const newest = sql`order by entry.shared_on desc, entry.video_id desc`;
    // The limit forces a look-up per video; otherwise PostgreSQL would start some of the many joins with all videos.
    const video = selectVideos(db, person, false)
      .where('v.id', '=', sql.ref<string>('entry.video_id'))
      .limit(sql.lit(1));
    return sql<SharedWithRow>`
      select video.*, entry.shared_on, entry.via, entry.message, owner.first_name, owner.last_name, owner.email,
        owner.email_verified_at, ${cursorTimestamp('entry.shared_on')} as entry_cursor
      from (
        select * from ((${shared}) union all (${linked})) entry ${newest} limit ${sql.lit(limit)}
      ) entry
      join users as owner on owner.id = entry.owner_id
      cross join lateral ${video} video
      ${newest}`.compile(db);
  },
});

/** A video that its owner has shared. */
export interface SharedByRow {
  video_id: string;
  recipient_count: number;
  /** When it was last shared. */
  shared_on: Date;
  /** `created_at` of the video, for the cursor. */
  cursor_at: string;
}

/**
 * A page of the videos that a person has shared, newest video first. Skips from one video to the next in the index, so
 * the number of recipients does not matter. Recipients who are leaving do not count.
 */
export async function listSharedBy(db: Db, personId: string, after: After, limit: number): Promise<SharedByRow[]> {
  const isAfter = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`and (video_created_at, video_id) < (${at}, ${id})`;
  const newest = (position: RawBuilder<unknown>) => sql`(
    select video_created_at as at, video_id as id from shares
    where owner_id = ${personId}::uuid and ${isReachable('shares.recipient_id', personId)} ${position}
    order by video_created_at desc, video_id desc limit 1)`;
  const first = after ? isAfter(sql`${after.at}::timestamptz`, sql`${after.id}::uuid`) : sql``;
  const { rows } = await sql<SharedByRow>`
    with recursive shared as (
      ${newest(first)}
      union all
      select next.* from shared cross join lateral ${newest(isAfter(sql`shared.at`, sql`shared.id`))} next)
    select id as video_id, ${cursorTimestamp('at')} as cursor_at,
      counted.recipient_count, counted.shared_on
    from (select * from shared limit ${limit}) page
    cross join lateral (
      select count(*) as recipient_count, max(created_at) as shared_on from shares
      where video_id = page.id and ${isReachable('shares.recipient_id', personId)}) counted
    order by at desc, id desc`.execute(db);
  return rows;
}

/** The newest recipients of each of these videos. */
export function listNewestRecipients(db: Db, videoIds: readonly string[], ownerId: string) {
  return db
    .selectFrom(sql<{ video_id: string }>`unnest(${videoIds}::uuid[])`.as<'wanted'>(sql`wanted(video_id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('shares')
          .innerJoin('users', 'users.id', 'shares.recipient_id')
          .select([...PERSON_COLUMNS, 'shares.created_at as shared_on'])
          .whereRef('shares.video_id', '=', 'wanted.video_id')
          .where(isReachable('users.id', ownerId))
          .orderBy('shares.created_at', 'desc')
          .orderBy('shares.recipient_id', 'desc')
          .limit(RECIPIENTS_SHOWN)
          .as('recipient'),
      (join) => join.onTrue(),
    )
    .selectAll()
    .orderBy('recipient.shared_on', 'desc')
    .orderBy('recipient.id', 'desc')
    .execute();
}

/** A page of the recipients of a video, newest first. */
export function listRecipients(db: Db, videoId: string, ownerId: string, after: After, limit: number) {
  return db
    .selectFrom('shares')
    .innerJoin('users', 'users.id', 'shares.recipient_id')
    .select([...PERSON_COLUMNS, 'shares.created_at as shared_on', cursorTimestamp('shares.created_at').as('cursor_at')])
    .where('shares.video_id', '=', videoId)
    .where(isReachable('users.id', ownerId))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(shares.created_at, shares.recipient_id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.recipient_id', 'desc')
    .limit(limit)
    .execute();
}

/** The data for a share mail; undefined if the share was removed. */
export function findShareMail(db: Db, videoId: string, recipientId: string) {
  return db
    .selectFrom('shares')
    .innerJoin('videos as v', 'v.id', 'shares.video_id')
    .innerJoin('prompts', 'prompts.id', 'v.prompt_id')
    .innerJoin('users as owner', 'owner.id', 'shares.owner_id')
    .innerJoin('users as recipient', 'recipient.id', 'shares.recipient_id')
    .select([
      'v.status',
      'prompts.prompt',
      'shares.message',
      'shares.owner_id',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
      'recipient.first_name as recipient_first_name',
    ])
    .select(isAnswer.as('is_answer'))
    .where('shares.video_id', '=', videoId)
    .where('shares.recipient_id', '=', recipientId)
    .executeTakeFirst();
}
