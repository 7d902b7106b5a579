import type { SitePerson } from '@kinreel/contracts';
import type { SitePersonRow } from './administration.queries.ts';

/** A person as site owners see them: usage, no content. */
export function presentSitePerson(row: SitePersonRow): SitePerson {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    created_at: row.created_at.toISOString(),
    videos: row.videos,
    used_bytes: row.used_bytes,
    quota_bytes: row.quota_bytes,
    disabled: row.disabled_at !== null,
    delete_at: row.delete_at?.toISOString() ?? null,
    site_owner: row.site_owner_since !== null,
  };
}
