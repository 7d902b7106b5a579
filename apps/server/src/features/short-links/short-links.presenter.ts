import type { LinkPreview, ShortLink } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { listLinks, listVisitors } from './short-links.queries.ts';

type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];
type VisitorRow = Awaited<ReturnType<typeof listVisitors>>[number];

/** A link for its owner. @param url the complete short link */
export function presentLink(row: LinkRow, url: string, visitors: readonly VisitorRow[]): ShortLink {
  return {
    id: row.id,
    video_id: row.video_id,
    url,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    asked: row.asked_at !== null,
    visitors: visitors.map((visitor) => ({
      ...presentPerson(visitor),
      last_visit_at: visitor.last_visit_at.toISOString(),
    })),
  };
}

/** Input of a link preview. */
interface PreviewRow {
  first_name: string;
  show_on_links: boolean;
  prompt: string | null;
  thumbhash: Buffer | null;
}

/** Additional fields of an invitation. */
interface InvitationRow extends Pick<NonNullable<LinkPreview['invitation']>, 'relationship' | 'message' | 'email'> {
  video_id: string | null;
}

/** The preview of a link for people without an account. Empty unless the owner shows it on links. */
export function presentLinkPreview(row: PreviewRow): LinkPreview {
  if (!row.show_on_links) return { first_name: null, prompt: null, blur: null, invitation: null };
  const blur = row.thumbhash?.toString('base64') ?? null;
  return { first_name: row.first_name, prompt: row.prompt, blur, invitation: null };
}

/**
 * The preview of an invitation: with the sender's name, because the mail already contains it.
 * @param photo of the sender, as a data URL
 */
export function presentInvitationPreview(row: PreviewRow & InvitationRow, photo: string | null): LinkPreview {
  const { relationship, message, email, video_id: videoId } = row;
  return {
    ...presentLinkPreview(row),
    first_name: row.first_name,
    invitation: { relationship, message, email, photo, has_video: videoId !== null },
  };
}
