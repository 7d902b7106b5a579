import type { Note } from '@kinreel/contracts';
import { presentPerson } from '../profile/profile.presenter.ts';
import type { NoteRow } from './notes.queries.ts';

export function presentNote(row: NoteRow): Note {
  return {
    id: row.note_id,
    writer: presentPerson(row),
    text: row.text,
    at: momentOf(row),
    created_at: row.created_at.toISOString(),
  };
}

/** A moment of the original, and what is delivered of it. */
type StoredMoment = Pick<NoteRow, 'at_ms' | 'trim_start_ms' | 'duration_ms'>;

/** Seconds from the start of what is delivered; null if there is no moment, or one outside of it. */
export function momentOf({ at_ms, trim_start_ms, duration_ms }: StoredMoment): number | null {
  if (at_ms === null) return null;
  const at = at_ms - (trim_start_ms ?? 0);
  return at < 0 || at > (duration_ms ?? Number.POSITIVE_INFINITY) ? null : at / 1000;
}
