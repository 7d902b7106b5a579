import type { AccessReason, Permission, Relationship, StewardRule } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { isMutuallyHidden } from './blocking.policy.ts';

/** Rows that let people in to an owner's videos. */
export interface Grants {
  /**
   * The parent table of rows that do not belong directly to the owner, such as links, and the condition that a parent
   * is the owner's.
   */
  through?: { from: RawBuilder<unknown>; of: (owner: RawBuilder<string>) => RawBuilder<boolean> };
  /** Their table, for FROM. */
  from: RawBuilder<unknown>;
  /** Condition: the row belongs to `through`, or to this owner. */
  of: (owner: RawBuilder<string>) => RawBuilder<boolean>;
  /** Column, of `through` if there is one: the only video that the row is about; null: all videos of the owner. */
  video: RawBuilder<string> | null;
  /** Column: creation time of that video, if an index has it. */
  videoCreatedAt?: RawBuilder<Date>;
  /** Columns: who is let in, and since when. */
  viewer: RawBuilder<string>;
  since: RawBuilder<Date>;
}

/**
 * A reason why other people than the owner may see a video that is ready and open (VID-05); the video is the row `v`.
 * Both directions are derived from these rules: whether a person may see a video (`visibleTo`, every list, single read
 * and media request), and who may see it (audience.policy.ts).
 */
export interface AccessRule {
  reason: 'everyone' | AccessReason;
  /** The rule applies to videos with this permission; null: to all. */
  permission: Permission | null;
  /** The rule is for videos whose owner lets a steward do one of these; undefined: for all. */
  stewardRules?: readonly StewardRule[];
  /** null: it lets in everyone who is logged in. */
  grants: Grants | null;
}

/**
 * A requested change from family to friends immediately hides the family's videos; friends' videos become visible when
 * both have agreed.
 */
function connectedAs(relationship: Relationship): AccessRule {
  return {
    reason: relationship,
    permission: relationship,
    grants: {
      // Each half of the union uses its own index.
      from: sql`(
        select user_lo as person_id, user_hi as viewer_id, relationship, asked_relationship, status, accepted_at, created_at
        from connections
        union all
        select user_hi, user_lo, relationship, asked_relationship, status, accepted_at, created_at from connections) c`,
      of: (owner) =>
        sql`c.person_id = ${owner} and c.status = 'accepted' and c.relationship = ${sql.lit(relationship)}
          and c.asked_relationship is distinct from 'friend'`,
      video: null,
      viewer: sql`c.viewer_id`,
      since: sql`coalesce(c.accepted_at, c.created_at)`,
    },
  };
}

const everyone: AccessRule = { reason: 'everyone', permission: 'everyone', grants: null };

const shared: AccessRule = {
  reason: 'share',
  permission: null,
  grants: {
    from: sql`shares s`,
    of: (owner) => sql`s.owner_id = ${owner}`,
    video: sql`s.video_id`,
    videoCreatedAt: sql`s.video_created_at`,
    viewer: sql`s.recipient_id`,
    since: sql`s.created_at`,
  },
};

/** The viewer has redeemed a link that is still active. */
const linked: AccessRule = {
  reason: 'link',
  permission: null,
  grants: {
    through: {
      from: sql`short_links l`,
      of: (owner) => sql`l.owner_id = ${owner} and ${isLinkActive('l')}`,
    },
    from: sql`link_redemptions r`,
    of: () => sql`r.link_id = l.id`,
    video: sql`l.video_id`,
    viewer: sql`r.user_id`,
    since: sql`r.last_visit_at`,
  },
};

/** The viewer is the owner's active steward, and the owner has not excluded this video. */
const stewarded: AccessRule = {
  reason: 'steward',
  permission: null,
  stewardRules: ['watch', 'give'],
  grants: {
    from: sql`stewards st`,
    of: (owner) => sql`st.owner_id = ${owner} and st.started_at is not null`,
    video: null,
    viewer: sql`st.steward_id`,
    since: sql`st.started_at`,
  },
};

/** A steward has given the video to the viewer, whom the owner chose. */
const given: AccessRule = {
  reason: 'given',
  permission: null,
  stewardRules: ['give'],
  grants: {
    from: sql`video_gifts g`,
    of: (owner) => sql`g.owner_id = ${owner} and g.given_at is not null`,
    video: sql`g.video_id`,
    viewer: sql`g.recipient_id`,
    since: sql`g.given_at`,
  },
};

/** All rules, in the order in which reasons are listed. */
export const ACCESS_RULES: readonly AccessRule[] = [
  everyone,
  connectedAs('friend'),
  connectedAs('family'),
  shared,
  linked,
  stewarded,
  given,
];

/**
 * Condition on `videos as v`: the rule applies to it. Kept separate from the search for rows that let people in, so
 * that PostgreSQL searches the rows of an owner once instead of per video.
 */
export function isRuleFor({ permission, stewardRules }: AccessRule): RawBuilder<boolean> {
  const hasPermission = permission === null ? sql<boolean>`true` : sql<boolean>`v.permission = ${sql.lit(permission)}`;
  if (!stewardRules) return hasPermission;
  return sql`(${hasPermission} and v.steward_rule in (${sql.join(stewardRules.map((rule) => sql.lit(rule)))}))`;
}

/**
 * Condition on `videos as v`: the rule lets this viewer in. Does not check isMutuallyHidden(): callers check it once
 * for all rules.
 * @param owner of the video: a column, or a value if it is known, which PostgreSQL evaluates once per list
 */
export function letsIn(rule: AccessRule, viewer: RawBuilder<string>, owner: RawBuilder<string>): RawBuilder<boolean> {
  if (!rule.grants) return isRuleFor(rule);
  return sql`${isRuleFor(rule)} and exists (select 1 ${rowsOf(rule.grants, owner)} and ${rule.grants.viewer} = ${viewer})`;
}

/** FROM and WHERE, extensible by conditions: the rows that let people in to the video `v`. */
export function rowsOf(grants: Grants, owner: RawBuilder<string>): RawBuilder<unknown> {
  return sql`${rowsOfOwner(grants, owner)} and ${isAboutVideo(grants)}`;
}

/** rowsOf() for all videos of an owner. */
function rowsOfOwner({ through, from, of }: Grants, owner: RawBuilder<string>): RawBuilder<unknown> {
  return through
    ? sql`from ${through.from}, ${from} where ${through.of(owner)} and ${of(owner)}`
    : sql`from ${from} where ${of(owner)}`;
}

/** Condition on `videos as v`: the row is about it. */
export function isAboutVideo({ video }: Grants): RawBuilder<boolean> {
  return video ? sql`${video} = v.id` : sql`true`;
}

/** Whether the row `link` of short_links is neither revoked nor expired. */
export function isLinkActive(link: 'l' | 'short_links'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${link}.${name}`);
  return sql`(${column('revoked_at')} is null and (${column('expires_at')} is null or ${column('expires_at')} > now()))`;
}

/** Condition: this video is not scheduled, or its time has come. */
export function isOpen(video: 'v' | 'videos'): RawBuilder<boolean> {
  const opensAt = sql.ref(`${video}.opens_at`);
  return sql`(${opensAt} is null or ${opensAt} <= now())`;
}

/** When `videos as v` opens, for its owner; null if it is open. */
export const opensAt: RawBuilder<Date | null> = sql`case when not ${isOpen('v')} then v.opens_at end`;

/** Condition on `videos as v`: other people may see it, if a rule lets them in. */
export const isShown: RawBuilder<boolean> = sql`(v.status = 'ready' and ${isOpen('v')})`;

/**
 * Condition on `videos as v`: this viewer may see it. Owners see all their videos, others only ready and open ones, if
 * a rule lets them in. Videos of mutually hidden people are not visible.
 * @param viewerId or a column with it
 */
export function visibleTo(viewerId: string | RawBuilder<string>): RawBuilder<boolean> {
  const viewer = sql<string>`${viewerId}::uuid`;
  const owner = sql.ref<string>('v.owner_id');
  const reasons = ACCESS_RULES.map((rule) => sql`(${letsIn(rule, viewer, owner)})`);
  return sql`(v.owner_id = ${viewer} or (
    ${isShown} and (${sql.join(reasons, sql` or `)}) and not ${isMutuallyHidden(owner, viewer)}))`;
}

/** Condition on `videos as v`: this person is an active steward of its owner, and may see it for that reason. */
export function stewardedBy(personId: string | RawBuilder<string>): RawBuilder<boolean> {
  const steward = sql<string>`${personId}::uuid`;
  const owner = sql.ref<string>('v.owner_id');
  return sql`(${isShown} and ${letsIn(stewarded, steward, owner)} and not ${isMutuallyHidden(owner, steward)})`;
}

/** Condition on `stewards as st`: the stewardship is active. */
export const isLookingAfter: RawBuilder<boolean> = sql`(
  st.started_at is not null and not ${isMutuallyHidden(sql.ref('st.owner_id'), sql.ref('st.steward_id'))})`;

/**
 * Condition on `videos as v`: this person may download its original: its owner, and an active steward unless the owner
 * has trimmed it, because the original contains the whole video.
 * @param personId or a column with it
 */
export function keptBy(personId: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`(${ownedBy(personId)} or (v.trim_start_ms is null and ${stewardedBy(personId)}))`;
}

/** keptBy() for a video that is known to be visible (visibleTo), without repeating these conditions. */
export function keptAmongVisible(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(${ownedBy(person)} or (v.trim_start_ms is null and ${letsIn(stewarded, person, sql.ref('v.owner_id'))}))`;
}

/** Condition on `videos as v`: this person owns it. Only owners can change anything. */
export function ownedBy(personId: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql`v.owner_id = ${personId}`;
}

/** Start of a page of videos, exclusions, and maximum number. */
interface VideoWindow {
  after: { at: RawBuilder<unknown>; id: RawBuilder<unknown> } | null;
  except: RawBuilder<unknown> | null;
  limit: number;
}

/**
 * Query of (id, created_at): the newest videos of an owner that a viewer may see. Each access rule is a branch with its
 * own limit and index, so the time does not depend on the number of hidden videos.
 * @param viewer null for the owner
 */
export function visibleVideosOf(
  owner: RawBuilder<string>,
  viewer: RawBuilder<string> | null,
  window: VideoWindow,
): RawBuilder<unknown> {
  const newest = sql`order by created_at desc, id desc limit ${sql.lit(window.limit)}`;
  const videosOf = (condition: RawBuilder<boolean>) => sql`
    select v.id, v.created_at from videos v
    where v.owner_id = ${owner} and ${condition} and ${isInWindow(window)}`;
  if (viewer === null) return sql`(${videosOf(sql`true`)} ${newest})`;
  const branches = ACCESS_RULES.map((rule) => {
    const granted = grantedVideosOf(rule, viewer, owner, window);
    if (!granted) return sql`(${videosOf(sql`${isShown} and ${letsIn(rule, viewer, owner)}`)} ${newest})`;
    // The limit forces a look-up per row.
    const video = videosOf(sql`v.id = granted.id and ${isShown} and ${isRuleFor(rule)}`);
    return sql`(select v.* from ${granted} granted cross join lateral (${video} limit 1) v
      order by granted.created_at desc, granted.id desc limit ${sql.lit(window.limit)})`;
  });
  return sql`(
    select id, created_at from (${sql.join(branches, sql` union `)}) visible
    where not ${isMutuallyHidden(owner, viewer)} ${newest})`;
}

/**
 * Query of (id, created_at): the videos of an owner that the viewer has rows about; null if the rule has no rows per
 * video. Lists start with them; otherwise PostgreSQL would check each video of an owner with very many.
 */
function grantedVideosOf(
  { grants }: AccessRule,
  viewer: RawBuilder<string>,
  owner: RawBuilder<string>,
  window: VideoWindow,
): RawBuilder<unknown> | null {
  if (!grants?.video) return null;
  const { video, videoCreatedAt } = grants;
  const rows = sql`${rowsOfOwner(grants, owner)} and ${grants.viewer} = ${viewer}`;
  if (videoCreatedAt) {
    return sql`(select ${video} as id, ${videoCreatedAt} as created_at ${rows} and ${isInWindow(window, video, videoCreatedAt)})`;
  }
  // A person may have redeemed several links.
  return sql`(select id, created_at from videos where id = any(array(select ${video} ${rows})))`;
}

/** Condition: the video with these columns is in the window. */
function isInWindow(
  { after, except }: VideoWindow,
  id: RawBuilder<unknown> = sql`v.id`,
  createdAt: RawBuilder<unknown> = sql`v.created_at`,
): RawBuilder<boolean> {
  const isAfter = after
    ? sql<boolean>`(${createdAt}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql<boolean>`true`;
  return except ? sql`${isAfter} and ${id} <> ${except}` : isAfter;
}

/** Whether the video is scheduled. */
export async function opensLater(db: Db, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', videoId)
    .where(sql<boolean>`not ${isOpen('videos')}`)
    .executeTakeFirst();
  return row !== undefined;
}

/** When the video opens, null if it is open. Locks it: until the transaction ends it cannot be opened or scheduled. */
export async function lockOpening(tx: Tx, videoId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('videos as v')
    .select(opensAt.as('opens_at'))
    .where('v.id', '=', videoId)
    .forShare('v')
    .executeTakeFirst();
  return row?.opens_at ?? null;
}

/** @throws DomainError video.missing unless the video is the person's own */
export async function requireOwnVideo(db: Db, videoId: string, personId: string): Promise<string> {
  const row = await db
    .selectFrom('videos as v')
    .select('v.id')
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .executeTakeFirst();
  if (!row) throw new DomainError('video.missing');
  return row.id;
}
