import type { Relationship } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';

/**
 * One reason why a viewer may see a ready video of another person (VID-05); the video is the row `v`. Every list, single
 * read and media request derives its condition from these rules.
 * @param owner of the video: a column, or a value if it is known, which PostgreSQL evaluates once per list
 */
type AccessRule = (viewerId: string, owner: RawBuilder<string>) => RawBuilder<boolean>;

const everyone: AccessRule = () => sql`v.permission = 'everyone'`;

/** A change from family to friends closes the family's videos at once; what friends see opens when both have agreed. */
function connectedAs(relationship: Relationship): AccessRule {
  return (viewerId, owner) => sql`
    v.permission = ${sql.lit(relationship)} and exists (
      select 1 from connections c
      where c.user_lo = least(${owner}, ${viewerId}::uuid) and c.user_hi = greatest(${owner}, ${viewerId}::uuid)
        and c.status = 'accepted' and c.relationship = ${sql.lit(relationship)}
        and c.asked_relationship is distinct from 'friend')`;
}

const shared: AccessRule = (viewerId, owner) => sql`
  exists (
    select 1 from shares s
    where s.video_id = v.id and s.recipient_id = ${viewerId} and s.owner_id = ${owner})`;

/** The viewer has redeemed a link that is still active. */
const linked: AccessRule = (viewerId, owner) => sql`
  exists (
    select 1 from link_redemptions r join short_links l on l.id = r.link_id
    where r.user_id = ${viewerId} and l.video_id = v.id and l.owner_id = ${owner} and ${isLinkActive('l')})`;

const ACCESS_RULES: readonly AccessRule[] = [everyone, connectedAs('friend'), connectedAs('family'), shared, linked];

/** Whether the row `link` of short_links is neither revoked nor expired. */
export function isLinkActive(link: 'l' | 'short_links'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${link}.${name}`);
  return sql`(${column('revoked_at')} is null and (${column('expires_at')} is null or ${column('expires_at')} > now()))`;
}

/** Condition on `videos as v`: this viewer may see it. Owners see all their videos, others only ready ones. */
export function visibleTo(viewerId: string): RawBuilder<boolean> {
  const grounds = ACCESS_RULES.map((ground) => sql`(${ground(viewerId, sql.ref('v.owner_id'))})`);
  return sql`(v.owner_id = ${viewerId} or (v.status = 'ready' and (${sql.join(grounds, sql` or `)})))`;
}

/** Condition on `videos as v`: this person owns it. Only owners get the original and can change anything. */
export function ownedBy(personId: string): RawBuilder<boolean> {
  return sql`v.owner_id = ${personId}`;
}

/** A page of a list: at most `limit` rows after `after`, without `except`. */
export interface PageWindow {
  after: { at: string; id: string } | null;
  except: string | null;
  limit: number;
}

/**
 * Query of (id, created_at): the newest videos of an owner that a viewer may see. Each access rule is a branch with its
 * own limit and index, so the time does not grow with the number of hidden videos.
 */
export function visibleVideosOf(ownerId: string, viewerId: string, window: PageWindow) {
  const owner = sql<string>`${ownerId}::uuid`;
  const after = window.after
    ? sql`and (v.created_at, v.id) < (${window.after.at}::timestamptz, ${window.after.id}::uuid)`
    : sql``;
  const except = window.except ? sql`and v.id <> ${window.except}` : sql``;
  const newest = sql`order by created_at desc, id desc limit ${sql.lit(window.limit)}`;
  const branch = (condition: RawBuilder<boolean>) => sql`
    (select v.id, v.created_at from videos v
     where v.owner_id = ${owner} and ${condition} ${after} ${except} ${newest})`;
  if (ownerId === viewerId) return branch(sql`true`);
  const branches = ACCESS_RULES.map((ground) => branch(sql`v.status = 'ready' and ${ground(viewerId, owner)}`));
  return sql`(select id, created_at from (${sql.join(branches, sql` union `)}) visible ${newest})`;
}

/** @throws DomainError video.missing unless the video is this person's own */
export async function requireOwnVideo(db: Db, videoId: string, personId: string): Promise<void> {
  const row = await db
    .selectFrom('videos as v')
    .select('v.id')
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .executeTakeFirst();
  if (!row) throw new DomainError('video.missing');
}
