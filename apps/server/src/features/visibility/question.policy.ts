import { type RawBuilder, sql } from 'kysely';
import { isMutuallyHidden } from './blocking.policy.ts';
import { isLookingAfter } from './visibility.policy.ts';

/** Condition: a steward looks after the videos of this person, so nobody can ask them. */
export function isLookedAfter(person: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (select from stewards st where st.owner_id = ${person} and ${isLookingAfter})`;
}

/**
 * Condition on `questions as q`: the asked person sees the question and can answer it. It is hidden while the two are
 * not connected.
 */
export const isWaiting: RawBuilder<boolean> = sql`(
  q.answered_at is null and q.withdrawn_at is null and q.put_away_at is null
  and exists (select from connections c where c.status = 'accepted'
    and c.user_lo = least(q.asker_id, q.person_id) and c.user_hi = greatest(q.asker_id, q.person_id))
  and not ${isMutuallyHidden(sql.ref('q.asker_id'), sql.ref('q.person_id'))})`;

/**
 * Condition: the question of the week of this person waits for an answer. If a connected person has asked it, or the
 * person has put that away, it is not a question of the week.
 */
export function weekQuestionWaits(person: RawBuilder<string | null>): RawBuilder<boolean> {
  return sql`exists (
    select from paces pace join prompts listed on listed.id = pace.prompt_id and listed.listed
    where pace.user_id = ${person}
      and not exists (select from videos answer where answer.owner_id = pace.user_id
        and answer.prompt_id = pace.prompt_id and answer.created_at >= pace.sent_at)
      and not exists (select from questions q where q.person_id = pace.user_id and q.prompt_id = pace.prompt_id
        and (q.put_away_at is not null or ${isWaiting})))`;
}
