import type { ShortLink } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { listLinks, listVisitors } from './short-links.queries.ts';

type LinkRow = Awaited<ReturnType<typeof listLinks>>[number];
type VisitorRow = Awaited<ReturnType<typeof listVisitors>>[number];

/** A link as its owner sees it. @param url the complete short link */
export function presentLink(row: LinkRow, url: string, visitors: readonly VisitorRow[]): ShortLink {
  return {
    id: row.id,
    video_id: row.video_id,
    url,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    visitors: visitors.map((visitor) => ({
      ...presentPerson(visitor),
      last_visit_at: visitor.last_visit_at.toISOString(),
    })),
  };
}
