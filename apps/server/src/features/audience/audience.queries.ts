import type { AccessReason, Permission } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import {
  accessesOf,
  audienceSummaryFor,
  countGranted,
  countInvited,
  type PeoplePosition,
  peopleOf,
} from '../visibility/audience.policy.ts';
import { isLinkActive, opensAt, ownedBy } from '../visibility/visibility.policy.ts';

/** A person of the audience. */
export type AudienceRow = PersonRow & {
  reasons: { reason: AccessReason; since: string }[];
  removable: 0 | 1;
  /** Timestamp of the row's list position, with microseconds, for the cursor. */
  at: string;
};

/** The video's permission and counts; undefined unless it is this person's own video. */
export function findAudience(db: Db, videoId: string, ownerId: string) {
  const owner = sql<string>`${ownerId}::uuid`;
  return db
    .selectFrom('videos as v')
    .select([
      sql<Permission>`v.permission`.as('permission'),
      opensAt.as('opens_at'),
      audienceSummaryFor(owner).as('summary'),
      countGranted('friend', owner).as('friends'),
      countGranted('family', owner).as('family'),
      sql<number | null>`case v.permission when 'everyone' then ${countInvited(owner)} end`.as('invited'),
    ])
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .executeTakeFirst();
}

/**
 * A page of the people who may see the video, except those who only may because everyone may. Two queries: people who
 * can be removed come first and usually fill the page, so the others are queried only if needed.
 */
export async function listAudience(
  db: Db,
  videoId: string,
  ownerId: string,
  after: PeoplePosition | null,
  limit: number,
): Promise<AudienceRow[]> {
  const list = { videoId, ownerId, limit };
  const removable = after?.removable === 0 ? [] : await listPeople(db, { ...list, removable: 1, after });
  if (removable.length === limit) return removable;
  const others = await listPeople(db, { ...list, removable: 0, after: after?.removable === 0 ? after : null });
  return [...removable, ...others].slice(0, limit);
}

interface PeopleList {
  videoId: string;
  ownerId: string;
  removable: PeoplePosition['removable'];
  after: PeoplePosition | null;
  limit: number;
}

async function listPeople(db: Db, { videoId, ownerId, removable, after, limit }: PeopleList): Promise<AudienceRow[]> {
  const columns = PERSON_COLUMNS.map((column) => sql.ref(column));
  const owner = sql<string>`${ownerId}::uuid`;
  const { rows } = await sql<AudienceRow>`
    select ${sql.join(columns)}, given.reasons, ${sql.lit(removable)}::int as removable, ${cursorTimestamp('page.latest')} as at
    from videos v
    cross join lateral ${peopleOf(owner, removable, after, limit)} page
    join users on users.id = page.id
    cross join lateral (
      select jsonb_agg(jsonb_build_object('reason', reason, 'since', since)) as reasons
      from ${accessesOf(owner)} access where viewer_id = page.id) given
    where v.id = ${videoId} and ${ownedBy(ownerId)}
    order by page.latest desc, page.id desc`.execute(db);
  return rows;
}

/** The active links that the owner has requested, newest first. */
export function listAskedLinks(db: Db, videoId: string, ownerId: string) {
  return db
    .selectFrom('short_links')
    .select(['id', 'created_at', 'expires_at'])
    .where('video_id', '=', videoId)
    .where('owner_id', '=', ownerId)
    .where('asked_at', 'is not', null)
    .where(isLinkActive('short_links'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}
