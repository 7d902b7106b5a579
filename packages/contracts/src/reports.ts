import { reports as text } from '@kinreel/messages/en/reports';
import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { linesOfText } from './text.ts';

/** What a report can be about. */
export const REPORT_SUBJECTS = ['person', 'video'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** Why something is reported: few, so that people find theirs at a glance. */
export const REPORT_REASONS = ['bullying', 'private', 'nudity', 'pretending', 'other'] as const;
export const reportReason = z.enum(REPORT_REASONS, { error: () => text.reasonMissing });
export type ReportReason = z.infer<typeof reportReason>;

/** Characters of the words with a report. */
export const REPORT_WORDS_MAX_LENGTH = 500;

/** Reports that a person may send in 24 hours. Nobody who means it sends more, and an operator reads each of them. */
export const MAX_REPORTS_PER_DAY = 20;

/** POST /api/reports: tells the operator about a person, or a video, that the caller can see. */
export const reportRequest = z.strictObject({
  about: z.enum(REPORT_SUBJECTS),
  id,
  reason: reportReason,
  words: z._default(linesOfText(REPORT_WORDS_MAX_LENGTH), ''),
});
export type ReportRequest = z.input<typeof reportRequest>;

/** GET /api/admin/reports: the open reports, as site owners and the operator's command see it. */
export const report = z.object({
  id,
  about: z.enum(REPORT_SUBJECTS),
  reason: z.enum(REPORT_REASONS),
  words: z.string(),
  /** Null if they have left. */
  reporter: z.nullable(z.object({ id, name: z.string() })),
  reported: z.object({ id, name: z.string() }),
  /** Null for a person, and for a video that was deleted meanwhile. */
  video: z.nullable(z.object({ id, prompt: z.string() })),
  created_at: isoDateTime,
  /** Null while it is open. */
  closed_at: z.nullable(isoDateTime),
});
export type Report = z.infer<typeof report>;
export const reportsResponse = z.array(report);
