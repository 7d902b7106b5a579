import { MOST_COUNTED_OTHERS } from '@kinreel/contracts/constants';
import type { AudienceSummary, Permission, Video } from '@kinreel/contracts/videos';
import { audienceSentence as text } from '@kinreel/messages/en/audience-sentence';
import { formatLongDate } from '../../shared/format/date.ts';

/** Input of the sentence. */
export interface AudienceFacts {
  permission: Permission;
  audience: AudienceSummary;
  status: Video['status'];
  /** When it opens for others; null if it is open. */
  opens_at: string | null;
}

/** A sentence about everybody except the owner who can see a video, such as "Your family can see this (4 people)". */
export function audienceText(facts: AudienceFacts): string {
  const { permission, audience, status, opens_at } = facts;
  if (opens_at && status !== 'failed') {
    const sentence = audienceText({ ...facts, status: 'ready', opens_at: null });
    return text.opens({ date: formatLongDate(opens_at), sentence });
  }
  const { connections, others, first_name, link, blocked } = audience;
  const isCounted = others <= MOST_COUNTED_OTHERS;
  if (status === 'failed') return text.onlyYou;
  if (status === 'processing') return text.onlyYouYet;
  if (permission === 'everyone') return blocked > 0 ? text.everyoneExcept({ count: blocked }) : text.everyone;
  if (permission !== 'invite-only' && (connections > 0 || others === 0)) {
    const isFriend = permission === 'friend';
    if (others === 0) return (isFriend ? text.friend : text.family)({ count: connections });
    if (!isCounted) return (isFriend ? text.friendAndMany : text.familyAndMany)({ count: MOST_COUNTED_OTHERS });
    return (isFriend ? text.friendAndOthers : text.familyAndOthers)({ others, count: connections + others });
  }
  if (!isCounted) return text.peopleAndMany({ name: first_name ?? '', count: MOST_COUNTED_OTHERS });
  if (others > 0) return text.people({ name: first_name ?? '', others: others - 1 });
  // Nobody has redeemed the link, but anyone who has it can.
  return link ? text.anyoneWithLink : text.onlyYou;
}
