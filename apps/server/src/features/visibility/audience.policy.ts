import { type AudienceSummary, MOST_COUNTED_OTHERS } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import { isMutuallyHiddenFromOne } from './blocking.policy.ts';
import {
  ACCESS_RULES,
  type AccessRule,
  type Grants,
  isAboutVideo,
  isLinkActive,
  isRuleFor,
  letsIn,
  rowsOf,
} from './visibility.policy.ts';

/** Who may see a video: the access rules of visibility.policy.ts in the other direction. */

const BY_PERMISSION = ACCESS_RULES.filter((rule) => rule.permission !== null);
const BY_VIDEO = ACCESS_RULES.filter((rule) => rule.permission === null);

/** Rules that the owner can revoke for one person. */
const REMOVABLE = ACCESS_RULES.filter(({ reason }) => reason === 'share' || reason === 'link');
const LASTING = ACCESS_RULES.filter((rule) => !REMOVABLE.includes(rule));

/**
 * Query of (viewer_id, reason, since) for `videos as v`: all people whom the rules let in, once per reason. Without the
 * rule that lets in everyone.
 */
export function accessesOf(
  owner: RawBuilder<string>,
  rules: readonly AccessRule[] = ACCESS_RULES,
): RawBuilder<{ viewer_id: string; reason: string; since: Date }> {
  const branches = withRows(rules).map(({ rule, grants }) => {
    const { viewer, since } = grants;
    return sql`
      select ${viewer} as viewer_id, ${sql.lit(rule.reason)} as reason, ${since} as since
      ${rowsOf(grants, owner)} and ${isRuleFor(rule)} and ${isLetIn(viewer, owner)}`;
  });
  // A person may have redeemed several links.
  return sql`(
    select viewer_id, reason, max(since) as since from (${sql.join(branches, sql` union all `)}) granted group by viewer_id, reason)`;
}

/**
 * Query of (viewer_id, since) for `videos as v`: the newest matching rows of each rule, limited per table and per link,
 * so that links with very many visitors are not slower. A person may have several rows.
 */
function newestGrantsOf(
  owner: RawBuilder<string>,
  rules: readonly AccessRule[],
  condition: (viewer: RawBuilder<string>, since: RawBuilder<Date>) => RawBuilder<boolean>,
  most: RawBuilder<number>,
): RawBuilder<unknown> {
  const branches = withRows(rules).map(({ rule, grants }) => {
    const { through, from, of, viewer, since } = grants;
    const newest = (isOf: RawBuilder<boolean>) => sql`(
      select viewer_id, since from (
        select ${viewer} as viewer_id, ${since} as since from ${from}
        where ${isOf} and ${isRuleFor(rule)} and ${isLetIn(viewer, owner)}) entry
      where ${condition(sql`entry.viewer_id`, sql`entry.since`)}
      order by since desc, viewer_id desc limit ${most})`;
    if (!through) return newest(sql`${of(owner)} and ${isAboutVideo(grants)}`);
    return sql`
      select newest.* from ${through.from} cross join lateral ${newest(of(owner))} newest
      where ${through.of(owner)} and ${isAboutVideo(grants)}`;
  });
  return sql`(${sql.join(branches, sql` union all `)})`;
}

/**
 * Column of `videos as v`: number of people whom rules without a permission let in, counted as in audienceSummaryFor().
 */
export function countInvited(owner: RawBuilder<string>): RawBuilder<number> {
  const most = sql.lit(MOST_COUNTED_OTHERS + 1);
  const invited = newestGrantsOf(owner, BY_VIDEO, () => sql`true`, most);
  return sql`(select least(count(distinct viewer_id), ${most})::int from ${invited} invited)`;
}

/** A position in the list of people who can see a video: 1 for removable ones, otherwise 0; then timestamp and id. */
export interface PeoplePosition {
  removable: 0 | 1;
  at: string;
  id: string;
}

/**
 * Query of (id, latest) for `videos as v`: people whom the rules let in, each once, newest first: removable ones by
 * their newest share or visit, or the others by their newest row. Reads only the rows of a page, whatever the number of
 * people.
 */
export function peopleOf(
  owner: RawBuilder<string>,
  removable: PeoplePosition['removable'],
  after: PeoplePosition | null,
  limit: number,
): RawBuilder<unknown> {
  const rules = removable ? REMOVABLE : LASTING;
  const isOther = (viewer: RawBuilder<string>) =>
    removable ? sql`true` : sql`not ${hasRow(REMOVABLE, owner, viewer)}`;
  const isAfter = (viewer: RawBuilder<string>, since: RawBuilder<Date>) =>
    after ? sql`(${since}, ${viewer}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  // Two rows with the same timestamp are both found.
  const grants = newestGrantsOf(
    owner,
    rules,
    (viewer, since) =>
      sql`${isAfter(viewer, since)} and ${isOther(viewer)} and not ${hasRow(rules, owner, viewer, since)}`,
    sql.lit(limit),
  );
  return sql`(
    select distinct viewer_id as id, since as latest from ${grants} granted
    order by latest desc, id desc limit ${sql.lit(limit)})`;
}

/** Condition: a rule lets the viewer in to `videos as v` by a row that is newer than `since`. */
function hasRow(
  rules: readonly AccessRule[],
  owner: RawBuilder<string>,
  viewer: RawBuilder<string>,
  since?: RawBuilder<Date>,
): RawBuilder<boolean> {
  const each = withRows(rules).map(({ rule, grants }) => {
    const isNewer = since ? sql`and ${grants.since} > ${since}` : sql``;
    return sql`(${isRuleFor(rule)} and exists (select 1 ${rowsOf(grants, owner)} and ${grants.viewer} = ${viewer} ${isNewer}))`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The rules that let people in by rows. */
function withRows(rules: readonly AccessRule[]) {
  return rules.flatMap((rule) => (rule.grants ? [{ rule, grants: rule.grants }] : []));
}

/** Condition: the viewer is not the owner, and they are not mutually hidden. */
function isLetIn(viewer: RawBuilder<string>, owner: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${viewer} <> ${owner} and not ${isMutuallyHiddenFromOne(owner, viewer)}`;
}

/** Query of (viewer_id): the people whom a rule lets in to videos of an owner. */
function grantedBy(grants: Grants, owner: RawBuilder<string>): RawBuilder<unknown> {
  const { viewer } = grants;
  return sql`(select ${viewer} as viewer_id ${rowsOf(grants, owner)} and not ${isMutuallyHiddenFromOne(owner, viewer)})`;
}

/** Number of people whom a rule lets in. */
export function countGranted(reason: AccessRule['reason'], owner: RawBuilder<string>): RawBuilder<number> {
  const grants = ACCESS_RULES.find((rule) => rule.reason === reason)?.grants;
  return grants ? sql`(select count(*)::int from ${grantedBy(grants, owner)} granted)` : sql`0`;
}

/**
 * Column of `videos as v`: the summary of its audience if it is this person's own video, otherwise null. Connections
 * are counted once per query, others once per video, up to `most`; `most` + 1 means that there may be more. Of the
 * others, those whom the permission also lets in are looked up one by one, because they are far fewer than connections.
 * `blocked` counts people whom the owner has blocked, not people who have blocked the owner.
 */
export function audienceSummaryFor(
  owner: RawBuilder<string>,
  most: number = MOST_COUNTED_OTHERS,
): RawBuilder<AudienceSummary | null> {
  const counts = withRows(BY_PERMISSION).map(
    ({ rule, grants }) =>
      sql`when ${sql.lit(rule.permission)} then (select count(*)::int from ${grantedBy(grants, owner)} granted)`,
  );
  const isOther = (viewer: RawBuilder<string>) =>
    sql<boolean>`not (${sql.join(
      BY_PERMISSION.map((rule) => letsIn(rule, viewer, owner)),
      sql` or `,
    )})`;
  return sql`case when v.owner_id = ${owner} then (
    select jsonb_build_object(
      'connections', case v.permission ${sql.join(counts, sql` `)} else 0 end,
      'others', least(count(*), ${sql.lit(most + 1)}),
      'blocked', (select count(*)::int from blocks where blocker_id = ${owner}),
      'first_name', (
        select first_name from users
        where id = (array_agg(other.viewer_id order by other.since desc, other.viewer_id desc))[1]),
      'link', exists (
        select 1 from short_links l
        where l.video_id = v.id and l.owner_id = ${owner} and l.asked_at is not null and ${isLinkActive('l')}))
    from (
      select access.viewer_id, max(access.since) as since from ${newestGrantsOf(owner, BY_VIDEO, isOther, sql.lit(most + 1))} access
      group by access.viewer_id) other) end`;
}
