import { reports as text } from '@kinreel/messages/en/reports';
import * as z from 'zod/mini';
import { id, isoDateTime } from './common.ts';
import { linesOfText } from './text.ts';

/** What a report can be about. */
export const REPORT_SUBJECTS = ['person', 'video'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** Reasons for a report. Few, so that people find theirs at a glance. */
export const REPORT_REASONS = ['bullying', 'private', 'nudity', 'pretending', 'other'] as const;
export const reportReason = z.enum(REPORT_REASONS, { error: () => text.reasonMissing });
export type ReportReason = z.infer<typeof reportReason>;

/** Maximum length of a report's text, in characters. */
export const REPORT_WORDS_MAX_LENGTH = 500;

/** Reports that a person may send in 24 hours, because an operator reads each of them. */
export const MAX_REPORTS_PER_DAY = 20;

/** POST /api/reports: reports a person or a video that the caller can see to the operator. */
export const reportRequest = z.strictObject({
  about: z.enum(REPORT_SUBJECTS),
  id,
  reason: reportReason,
  words: z._default(linesOfText(REPORT_WORDS_MAX_LENGTH), ''),
});
export type ReportRequest = z.input<typeof reportRequest>;

/** GET /api/admin/reports: an open report, as site owners and the operator's command see it. */
export const report = z.object({
  id,
  about: z.enum(REPORT_SUBJECTS),
  reason: z.enum(REPORT_REASONS),
  words: z.string(),
  /** Null if they deleted their account. */
  reporter: z.nullable(z.object({ id, name: z.string() })),
  reported: z.object({ id, name: z.string() }),
  /** Null for a report about a person, or if the video was deleted. */
  video: z.nullable(z.object({ id, prompt: z.string() })),
  created_at: isoDateTime,
  /** Null while it is open. */
  closed_at: z.nullable(isoDateTime),
});
export type Report = z.infer<typeof report>;
export const reportsResponse = z.array(report);
