import { type RawBuilder, sql } from 'kysely';
import { isMutuallyHidden } from './blocking.policy.ts';
import { isLookingAfter } from './visibility.policy.ts';

/** Condition: a steward looks after the videos of this person, so nobody can ask them. */
export function isLookedAfter(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from stewards st where st.owner_id = ${person} and ${isLookingAfter})`;
}

/**
 * Condition on `questions as q`: the asked person sees the question and can answer it. It is hidden while the two are not
 * connected.
 */
export const isWaiting: RawBuilder<boolean> = sql`(
  q.answered_at is null and q.withdrawn_at is null and q.put_away_at is null
  and exists (select from connections c where c.status = 'accepted'
    and c.user_lo = least(q.asker_id, q.person_id) and c.user_hi = greatest(q.asker_id, q.person_id))
  and not ${isMutuallyHidden(sql.ref('q.asker_id'), sql.ref('q.person_id'))})`;
