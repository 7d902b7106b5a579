import type { EndedRequest, Gifts, Steward, Stewardship } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { PersonRow } from '../profile/profile.table.ts';
import type { StewardRow } from './stewards.queries.ts';

/** For the owner. Without a pending request: the owner's own request has cancelled it. */
export function presentSteward(row: StewardRow): Steward {
  return { person: presentPerson(row), waiting_days: row.waiting_days, declined: row.declined_at !== null };
}

/** For the steward. */
export function presentStewardship(row: StewardRow): Stewardship {
  return {
    person: presentPerson(row),
    waiting_days: row.waiting_days,
    asked_at: row.asked_at?.toISOString() ?? null,
    starts_at: row.starts_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
  };
}

/** A cancelled request, for the owner. */
export function presentEnded(row: PersonRow & { stopped_started_at: Date | null; stopped_at: Date }): EndedRequest {
  return {
    person: presentPerson(row),
    started_at: row.stopped_started_at?.toISOString() ?? null,
    ended_at: row.stopped_at.toISOString(),
  };
}

/** @param rows one per video and person, in the order of the videos */
export function presentGifts(
  rows: readonly (PersonRow & { video_id: string; prompt: string; given: boolean })[],
): Gifts {
  return [...Map.groupBy(rows, (row) => row.video_id)].map(([video_id, people]) => ({
    video_id,
    prompt: people[0]?.prompt ?? '',
    people: people.map((row) => ({ ...presentPerson(row), given: row.given })),
  }));
}
