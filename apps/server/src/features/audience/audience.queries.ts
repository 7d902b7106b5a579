import type { AccessReason, Permission } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { PERSON_COLUMNS, type PersonRow } from '../profile/profile.table.ts';
import { audienceSummaryFor, countGranted, grantsOf } from '../visibility/audience.policy.ts';
import { isLinkActive, opensAt, ownedBy } from '../visibility/visibility.policy.ts';

/** Position in the list of people: 1 for those who can be removed, otherwise 0; then as in every list. */
export interface After {
  removable: 0 | 1;
  at: string;
  id: string;
}

/** A person of the audience. */
export type AudienceRow = PersonRow & {
  reasons: { reason: AccessReason; since: string }[];
  removable: 0 | 1;
  /** The latest `since`, with microseconds, for the cursor. */
  at: string;
  /** Number of people on all pages. */
  total: number;
};

/** The permission and the numbers; undefined unless it is this person's own video. */
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
    ])
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .executeTakeFirst();
}

/** A page of the people who may see the video, except those who may because everyone may. */
export async function listAudience(
  db: Db,
  videoId: string,
  ownerId: string,
  after: After | null,
  limit: number,
): Promise<AudienceRow[]> {
  const columns = PERSON_COLUMNS.map((column) => sql.ref(column));
  const next = after
    ? sql`where (removable, latest, id) < (${after.removable}::int, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``;
  // The names and reasons of those on the page only: of each person once, with each reason once, since its newest row.
  const { rows } = await sql<AudienceRow>`
    with access as materialized (
      select access.* from videos v cross join lateral ${grantsOf(sql`${ownerId}::uuid`)} access
      where v.id = ${videoId} and ${ownedBy(ownerId)}),
    page as (
      select * from (
        select viewer_id as id, max((reason in ('share', 'link'))::int) as removable, max(since) as latest,
          count(*) over ()::int as total
        from access group by viewer_id) people
      ${next}
      order by removable desc, latest desc, id desc
      limit ${limit})
    select ${sql.join(columns)}, given.reasons, page.removable, page.latest, page.total,
      to_char(page.latest at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from page
    join users on users.id = page.id
    join (
      select viewer_id, jsonb_agg(jsonb_build_object('reason', reason, 'since', since) order by reason) as reasons
      from (
        select viewer_id, reason, max(since) as since from access where viewer_id in (select id from page)
        group by viewer_id, reason) reason
      group by viewer_id) given on given.viewer_id = page.id
    order by page.removable desc, page.latest desc, page.id desc`.execute(db);
  return rows;
}

/** The active links that the owner has asked for, newest first. */
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
