import type { Archive } from '@kinreel/contracts';
import type { ArchiveRow } from './archives.queries.ts';

export function presentArchive(row: ArchiveRow): Archive {
  return {
    id: row.id,
    status: row.status,
    progress: row.progress,
    size: row.size,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
