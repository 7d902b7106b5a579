import { NEW_DAYS } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import { isShown, visibleTo } from '../visibility/visibility.policy.ts';

/** A new video with its owner; the presenter's input. */
export type NewRow = PersonRow & { video_id: string; arrived_at: Date; message: string };

/**
 * Condition on `videos as v`: the viewer has neither played it nor marked it as seen. A row for each seen video instead
 * of the time of the last visit: nothing records when an owner lets others see a video, so a time would miss a video
 * that was private at the visit and is not any more. Played is what features/watching stores from the first second on.
 * How far it was played does not matter, because the position goes back when a video is watched again.
 */
function isUnseen(viewer: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(
    not exists (select from watch_positions w where w.user_id = ${viewer} and w.video_id = v.id)
    and not exists (select from seen_videos seen where seen.user_id = ${viewer} and seen.video_id = v.id))`;
}

const firstDay: RawBuilder<Date> = sql`now() - make_interval(days => ${sql.lit(NEW_DAYS)})`;

/**
 * The newest videos that a person may see and has not seen: shared with them, given to them by a steward, or visible to
 * them because they are connected with the owner. Each part starts with the person's own rows (shares, gifts,
 * connections) and reads at most `limit` unseen videos of each connection by an index, whatever the number of their
 * videos. From the newest on, visibleTo() then decides until there are enough. The limits force these look-ups.
 *
 * By a connection, a video counts from the day it was made. One that is opened or shown after NEW_DAYS is not listed
 * unless it is shared then; recipients of an earlier share are notified.
 */
export async function listNew(db: Db, personId: string, limit: number): Promise<NewRow[]> {
  const person = sql<string>`${personId}::uuid`;
  const most = sql.lit(limit);
  const isNew = sql`${isShown} and ${isUnseen(person)}`;
  // One permission each, so that the index gives the order.
  const newOf = (permission: RawBuilder<string>) => sql`(
    select v.id, v.owner_id, v.created_at from videos v
    where v.owner_id = other.id and v.permission = ${permission} and v.created_at > ${firstDay} and ${isNew}
    order by v.created_at desc, v.id desc limit ${most})`;
  const { rows } = await sql<NewRow>`
    select entry.*, ${sql.join(PERSON_COLUMNS.map((column) => sql.ref(column)))}
    from (
      select found.*
      from (
        select video_id, owner_id, max(arrived_at) as arrived_at, max(message) as message
        from (
          select v.id as video_id, v.owner_id, s.created_at as arrived_at, s.message
          from shares s join videos v on v.id = s.video_id
          where s.recipient_id = ${person} and s.created_at > ${firstDay} and ${isNew}
          union all
          select v.id, v.owner_id, g.given_at, ''
          from video_gifts g join videos v on v.id = g.video_id
          where g.recipient_id = ${person} and g.given_at > ${firstDay} and ${isNew}
          union all
          select v.id, v.owner_id, v.created_at, ''
          from (
            select user_hi as id, relationship from connections where user_lo = ${person} and status = 'accepted'
            union all
            select user_lo, relationship from connections where user_hi = ${person} and status = 'accepted'
          ) other
          cross join lateral (${newOf(sql`'everyone'`)} union all ${newOf(sql`other.relationship`)}) v
        ) part
        group by video_id, owner_id
        order by arrived_at desc, video_id desc
      ) found
      cross join lateral (select from videos v where v.id = found.video_id and ${visibleTo(person)} limit 1) visible
      order by found.arrived_at desc, found.video_id desc limit ${most}
    ) entry
    join users on users.id = entry.owner_id
    order by entry.arrived_at desc, entry.video_id desc`.execute(db);
  return rows;
}

/** Marks those that the person may see. Others are ignored, so that nobody learns which videos exist. */
export async function insertSeen(db: Db, personId: string, videoIds: readonly string[]): Promise<void> {
  await db
    .insertInto('seen_videos')
    .columns(['user_id', 'video_id'])
    .expression(
      db
        .selectFrom('videos as v')
        .select([sql<string>`${personId}::uuid`.as('user_id'), 'v.id'])
        .where('v.id', '=', sql<string>`any(${videoIds}::uuid[])`)
        .where(visibleTo(personId))
        // Prevents marking a video that is being deleted.
        .forKeyShare(['v']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
