import type { RelativeInvitation, SiteInvitation } from '@kinreel/contracts';
import type { SiteInvitationRow } from './site-invitations.queries.ts';

/** An invitation to register, as site owners see it. @param url its link */
export function presentSiteInvitation(row: SiteInvitationRow, url: string): SiteInvitation {
  return {
    id: row.id,
    email: row.email,
    // Anybody with the link may register, so only the recipient of the mail gets it.
    url: row.email === null ? url : null,
    max_people: row.max_people,
    people: row.people,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

/** An invitation for its sender. @param url its link */
export function presentRelativeInvitation(row: SiteInvitationRow, url: string): RelativeInvitation {
  return { ...presentSiteInvitation(row, url), relationship: row.relationship ?? 'family' };
}
