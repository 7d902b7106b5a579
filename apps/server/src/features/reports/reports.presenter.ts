import type { Report } from '@kinreel/contracts';
import type { ReportRow } from './reports.queries.ts';

/** A report for site owners and the operator. */
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
