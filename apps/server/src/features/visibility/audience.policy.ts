import { type AudienceSummary, MOST_COUNTED_OTHERS } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import { isApartFromOne } from './blocking.policy.ts';
import { ACCESS_RULES, type AccessRule, type Grants, isLinkActive, isRuleFor, rowsOf } from './visibility.policy.ts';

/** Who may see a video: the access rules of visibility.policy.ts, read from the other side. */

const BY_PERMISSION = ACCESS_RULES.filter((rule) => rule.permission !== null);
const BY_VIDEO = ACCESS_RULES.filter((rule) => rule.permission === null);

/**
 * Query of (viewer_id, reason, since) for `videos as v`: everybody whom the rules let in, with each reason once. Without
 * the rule that lets in everyone.
 */
export function accessesOf(
  owner: RawBuilder<string>,
  rules: readonly AccessRule[] = ACCESS_RULES,
): RawBuilder<{ viewer_id: string; reason: string; since: Date }> {
  // A person may have used several links.
  return sql`(
    select viewer_id, reason, max(since) as since from ${grantsOf(owner, rules)} granted group by viewer_id, reason)`;
}

/** accessesOf(), with a reason as often as there are rows for it: for who groups them by the viewer anyway. */
export function grantsOf(
  owner: RawBuilder<string>,
  rules: readonly AccessRule[] = ACCESS_RULES,
): RawBuilder<{ viewer_id: string; reason: string; since: Date }> {
  const branches = withRows(rules).map(({ rule, grants }) => {
    const { viewer, since } = grants;
    return sql`
      select ${viewer} as viewer_id, ${sql.lit(rule.reason)} as reason, ${since} as since
      ${rowsOf(grants, owner)} and ${isRuleFor(rule)} and ${isLetIn(viewer, owner)}`;
  });
  return sql`(${sql.join(branches, sql` union all `)})`;
}

/**
 * Query of (viewer_id, since): the newest rows of each rule for viewers with a condition, at most so many of each table, and
 * of each link. It takes no longer for a link that very many people have used. A person may have several rows.
 */
function newestGrantsOf(
  owner: RawBuilder<string>,
  rules: readonly AccessRule[],
  condition: (viewer: RawBuilder<string>) => RawBuilder<boolean>,
  most: number,
): RawBuilder<unknown> {
  const branches = withRows(rules).map(({ rule, grants }) => {
    const { through, from, of, viewer, since } = grants;
    const newest = sql`(
      select ${viewer} as viewer_id, ${since} as since from ${from}
      where ${of(owner)} and ${isRuleFor(rule)} and ${isLetIn(viewer, owner)} and ${condition(viewer)}
      order by ${since} desc, ${viewer} desc limit ${sql.lit(most)})`;
    if (!through) return newest;
    return sql`
      select newest.* from ${through.from} cross join lateral ${newest} newest where ${through.of(owner)}`;
  });
  return sql`(${sql.join(branches, sql` union all `)})`;
}

/** The rules that let in whoever has a row. */
function withRows(rules: readonly AccessRule[]) {
  return rules.flatMap((rule) => (rule.grants ? [{ rule, grants: rule.grants }] : []));
}

/** Condition: the viewer is not the owner, and nothing keeps the two apart. */
function isLetIn(viewer: RawBuilder<string>, owner: RawBuilder<string>): RawBuilder<boolean> {
  return sql`${viewer} <> ${owner} and not ${isApartFromOne(owner, viewer)}`;
}

/** Query of (viewer_id): the people whom a rule lets in to the videos of an owner that it is for. */
function grantedBy(grants: Grants, owner: RawBuilder<string>): RawBuilder<unknown> {
  const { viewer } = grants;
  return sql`(select ${viewer} as viewer_id ${rowsOf(grants, owner)} and not ${isApartFromOne(owner, viewer)})`;
}

/** Number of people whom a rule lets in to the videos that it is for. */
export function countGranted(reason: AccessRule['reason'], owner: RawBuilder<string>): RawBuilder<number> {
  const grants = ACCESS_RULES.find((rule) => rule.reason === reason)?.grants;
  return grants ? sql`(select count(*)::int from ${grantedBy(grants, owner)} granted)` : sql`0`;
}

/**
 * Column of `videos as v`: the summary of its audience if it is this person's own, otherwise null. Connections are read
 * once per query, the others once per video, and counted up to `most`; one more means that there may be more. `blocked` are
 * those whom the owner has blocked; who has blocked the owner stays unknown.
 */
export function audienceSummaryFor(
  owner: RawBuilder<string>,
  most: number = MOST_COUNTED_OTHERS,
): RawBuilder<AudienceSummary | null> {
  const peopleOf = ({ reason }: AccessRule) => sql.id(`by_${reason}`);
  const queries: RawBuilder<unknown>[] = [];
  const counts: RawBuilder<unknown>[] = [];
  const letInBy = BY_PERMISSION.map((rule) => {
    if (!rule.grants) return () => isRuleFor(rule);
    queries.push(sql`${peopleOf(rule)} as materialized ${grantedBy(rule.grants, owner)}`);
    counts.push(sql`when ${sql.lit(rule.permission)} then (select count(*)::int from ${peopleOf(rule)})`);
    return (viewer: RawBuilder<string>) =>
      sql<boolean>`(${isRuleFor(rule)} and ${viewer} in (select viewer_id from ${peopleOf(rule)}))`;
  });
  const isOther = (viewer: RawBuilder<string>) =>
    sql<boolean>`not (${sql.join(
      letInBy.map((condition) => condition(viewer)),
      sql` or `,
    )})`;
  return sql`case when v.owner_id = ${owner} then (
    with ${sql.join(queries)}
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
      select access.viewer_id, max(access.since) as since from ${newestGrantsOf(owner, BY_VIDEO, isOther, most + 1)} access
      group by access.viewer_id) other) end`;
}
