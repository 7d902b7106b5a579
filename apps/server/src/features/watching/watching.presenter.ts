import type { WatchPosition } from '@kinreel/contracts';
import type { PositionRow } from './watching.queries.ts';

export function presentPosition(row: PositionRow): WatchPosition {
  return {
    seconds: row.seconds ?? 0,
    finished: row.finished ?? false,
    watched_at: row.watched_at?.toISOString() ?? null,
  };
}
