import type { BlockedPerson } from '@kinreel/contracts';
import type { listBlocked } from './blocking.queries.ts';

type BlockedRow = Awaited<ReturnType<typeof listBlocked>>[number];

/** A blocked person: only what identifies them in the list. */
export function presentBlocked(row: BlockedRow): BlockedPerson {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    blocked_at: row.created_at.toISOString(),
  };
}
