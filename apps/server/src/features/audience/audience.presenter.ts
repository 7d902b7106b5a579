import { ACCESS_REASONS, type Audience, type AudiencePerson, MOST_COUNTED_OTHERS } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { AudienceRow, findAudience, listAskedLinks } from './audience.queries.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findAudience>>>;
type Links = Awaited<ReturnType<typeof listAskedLinks>>;

/** Who can see a video, for its owner. */
export function presentAudience(
  { permission, summary, opens_at, friends, family, invited }: Found,
  people: readonly AudienceRow[],
  links: Links,
): Audience {
  // Null only for videos of other people.
  if (!summary) throw new Error("the audience of another person's video");
  const others = invited ?? summary.others;
  return {
    permission,
    summary,
    opens_at: opens_at?.toISOString() ?? null,
    friends,
    family,
    people: people.map(presentAudiencePerson),
    total: others > MOST_COUNTED_OTHERS ? null : summary.connections + others,
    links: links.map((link) => ({
      id: link.id,
      created_at: link.created_at.toISOString(),
      expires_at: link.expires_at?.toISOString() ?? null,
    })),
  };
}

function presentAudiencePerson(row: AudienceRow): AudiencePerson {
  const reasons = row.reasons.map(({ reason, since }) => ({ reason, since: new Date(since).toISOString() }));
  return {
    ...presentPerson(row),
    reasons: reasons.sort((a, b) => ACCESS_REASONS.indexOf(a.reason) - ACCESS_REASONS.indexOf(b.reason)),
  };
}
