import type { WatchersResponse, WatchPosition } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { PositionRow, WatcherRow } from './watching.queries.ts';

export function presentPosition(row: PositionRow): WatchPosition {
  return {
    seconds: row.seconds ?? 0,
    finished: row.finished ?? false,
    watched_at: row.watched_at?.toISOString() ?? null,
  };
}

export function presentWatcher(row: WatcherRow): WatchersResponse[number] {
  return { person: presentPerson(row), first_watched_at: row.first_watched_at.toISOString() };
}
