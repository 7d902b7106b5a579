import type { Deletion } from '@kinreel/contracts';
import type { DeletionRow } from './account.queries.ts';

export function presentDeletion(row: DeletionRow): Deletion {
  return {
    asked_at: row.deletion_asked_at.toISOString(),
    delete_at: row.delete_at.toISOString(),
    by_site_owner: row.deletion_by_site_owner,
  };
}
