import type { AudienceSummary } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import { isApart } from './blocking.policy.ts';
import { ACCESS_RULES, type AccessRule, isLinkActive, isRuleFor, letsIn } from './visibility.policy.ts';

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
  const branches = rules.flatMap((rule) => {
    if (!rule.grants) return [];
    const { from, of, viewer, since } = rule.grants;
    // A person may have used several links.
    return sql`
      select ${viewer} as viewer_id, ${sql.lit(rule.reason)} as reason, max(${since}) as since
      from ${from}
      where ${isRuleFor(rule)} and ${of(owner)} and ${viewer} <> ${owner} and not ${isApart(owner, viewer)}
      group by 1`;
  });
  return sql`(${sql.join(branches, sql` union all `)})`;
}

/** Number of people whom a rule lets in to the videos that it is for. */
export function countGranted(reason: AccessRule['reason'], owner: RawBuilder<string>): RawBuilder<number> {
  const grants = ACCESS_RULES.find((rule) => rule.reason === reason)?.grants;
  if (!grants) return sql`0`;
  const { from, of, viewer } = grants;
  return sql`(select count(*)::int from ${from} where ${of(owner)} and not ${isApart(owner, viewer)})`;
}

/**
 * Column of `videos as v`: the summary of its audience if it is this person's own, otherwise null. Connections are counted
 * once per query, the others once per video. `blocked` are those whom the owner has blocked; who has blocked the owner stays
 * unknown.
 */
export function audienceSummaryFor(owner: RawBuilder<string>): RawBuilder<AudienceSummary | null> {
  const counts = BY_PERMISSION.map(
    ({ permission, reason }) => sql`when ${sql.lit(permission)} then ${countGranted(reason, owner)}`,
  );
  const letIn = BY_PERMISSION.map((rule) => sql`(${letsIn(rule, sql`access.viewer_id`, owner)})`);
  return sql`case when v.owner_id = ${owner} then (
    select jsonb_build_object(
      'connections', case v.permission ${sql.join(counts, sql` `)} else 0 end,
      'others', count(*),
      'blocked', (select count(*)::int from blocks where blocker_id = ${owner}),
      'first_name', (array_agg(users.first_name order by other.since desc, users.id desc))[1],
      'link', exists (
        select 1 from short_links l
        where l.video_id = v.id and l.owner_id = ${owner} and l.asked_at is not null and ${isLinkActive('l')}))
    from (
      select access.viewer_id, max(access.since) as since from ${accessesOf(owner, BY_VIDEO)} access
      where not (${sql.join(letIn, sql` or `)})
      group by access.viewer_id) other
    join users on users.id = other.viewer_id) end`;
}
