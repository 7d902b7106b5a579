import type { Relationship } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';

/**
 * Who sees what (VID-05), the one place that says it. A ground lets a viewer see a ready video of somebody else; the
 * video is the row `v`. All lists, single reads and media bytes are derived from these grounds.
 * @param owner the video's owner: a column, or a value where it is known, so that PostgreSQL asks once a list
 */
type AccessRule = (viewerId: string, owner: RawBuilder<string>) => RawBuilder<boolean>;

const everyone: AccessRule = () => sql`v.permission = 'everyone'`;

function connectedAs(relationship: Relationship): AccessRule {
  return (viewerId, owner) => sql`
    v.permission = ${sql.lit(relationship)} and exists (
      select 1 from connections c
      where c.user_lo = least(${owner}, ${viewerId}::uuid) and c.user_hi = greatest(${owner}, ${viewerId}::uuid)
        and c.status = 'accepted' and c.relationship = ${sql.lit(relationship)})`;
}

const shared: AccessRule = (viewerId, owner) => sql`
  exists (
    select 1 from shares s
    where s.video_id = v.id and s.recipient_id = ${viewerId} and s.owner_id = ${owner})`;

/** A link that the viewer has come by and that still stands. */
const linked: AccessRule = (viewerId, owner) => sql`
  exists (
    select 1 from link_redemptions r join short_links l on l.id = r.link_id
    where r.user_id = ${viewerId} and l.video_id = v.id and l.owner_id = ${owner} and ${isLinkActive('l')})`;

const ACCESS_RULES: readonly AccessRule[] = [everyone, connectedAs('friend'), connectedAs('family'), shared, linked];

/** Whether the row `link` of short_links still opens its video. */
export function isLinkActive(link: 'l' | 'short_links'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${link}.${name}`);
  return sql`(${column('revoked_at')} is null and (${column('expires_at')} is null or ${column('expires_at')} > now()))`;
}

/** Condition on `videos as v`: this viewer may see it. Owners see all of theirs, others what is ready. */
export function visibleTo(viewerId: string): RawBuilder<boolean> {
  const grounds = ACCESS_RULES.map((ground) => sql`(${ground(viewerId, sql.ref('v.owner_id'))})`);
  return sql`(v.owner_id = ${viewerId} or (v.status = 'ready' and (${sql.join(grounds, sql` or `)})))`;
}

/** Condition on `videos as v`: this person made it. The untouched original and every change are theirs alone. */
export function ownedBy(personId: string): RawBuilder<boolean> {
  return sql`v.owner_id = ${personId}`;
}

/** The stretch of a list: after `after`, without `except`, at most `limit`. */
export interface PageWindow {
  after: { at: string; id: string } | null;
  except: string | null;
  limit: number;
}

/**
 * Query of (id, created_at): the newest videos of an owner that a viewer may see. A branch for each ground, each with
 * its own limit and index, so the time does not grow with what the viewer may not see.
 */
export function visibleVideosOf(ownerId: string, viewerId: string, stretch: PageWindow) {
  const owner = sql<string>`${ownerId}::uuid`;
  const after = stretch.after
    ? sql`and (v.created_at, v.id) < (${stretch.after.at}::timestamptz, ${stretch.after.id}::uuid)`
    : sql``;
  const except = stretch.except ? sql`and v.id <> ${stretch.except}` : sql``;
  const newest = sql`order by created_at desc, id desc limit ${sql.lit(stretch.limit)}`;
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
