import type { ReportReason, ReportSubject } from '@kinreel/contracts';
import type { ReportRow } from './reports.queries.ts';

/** A report as the operator sees it. */
export interface Report {
  id: string;
  about: ReportSubject;
  reason: ReportReason;
  words: string;
  /** Null if they have left. */
  reporter: { id: string; name: string } | null;
  reported: { id: string; name: string };
  /** Null for a person, and for a video that was deleted meanwhile. */
  video: { id: string; prompt: string } | null;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601; null while it is open. */
  closed_at: string | null;
}

export function presentReport(row: ReportRow): Report {
  return {
    id: row.id,
    about: row.about,
    reason: row.reason,
    words: row.words,
    reporter:
      row.reporter_id === null
        ? null
        : { id: row.reporter_id, name: `${row.reporter_first_name ?? ''} ${row.reporter_last_name ?? ''}` },
    reported: { id: row.reported_id, name: `${row.reported_first_name} ${row.reported_last_name}` },
    video: row.video_id === null ? null : { id: row.video_id, prompt: row.prompt ?? '' },
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
