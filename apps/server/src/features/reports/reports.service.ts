import { MAX_REPORTS_PER_DAY, type Report, type ReportRequest } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { isAddressVerified } from '../mails/mails.service.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { readProfile } from '../profile/profile.service.ts';
import { lockPerson } from '../profile/profile.table.ts';
import { reportMail } from './report-mail.ts';
import { presentReport } from './reports.presenter.ts';
import {
  countOfDay,
  findOwnerOfVisible,
  findReport,
  insertReport,
  listReports,
  type ReportState,
  setClosed,
} from './reports.queries.ts';

/** Maximum number of reports in a list. */
const LIST_LIMIT = 500;

/**
 * Stores a report for the operator, and sends them a mail if their address is configured. The reported person is not
 * notified.
 * @throws DomainError person.missing and video.missing if they are not visible to the reporter, report.self,
 *   report.too_many
 */
export async function report(
  deps: Pick<Deps, 'config' | 'db' | 'jobs'>,
  reporterId: string,
  { about, id: subjectId, reason, words = '' }: ReportRequest,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const reportedId =
      about === 'person'
        ? (await readProfile(tx, subjectId, reporterId)).id
        : await findOwnerOfVisible(tx, subjectId, reporterId);
    if (reportedId === null) throw new DomainError('video.missing');
    if (reportedId === reporterId) throw new DomainError('report.self');
    await lockPerson(tx, reporterId);
    if ((await countOfDay(tx, reporterId)) >= MAX_REPORTS_PER_DAY) throw new DomainError('report.too_many');
    const reportId = newId();
    const videoId = about === 'video' ? subjectId : null;
    await insertReport(tx, { id: reportId, reporterId, about, reportedId, videoId, reason, words });
    // People with an unverified address cause no mails. The report is listed anyway.
    if (deps.config.mail.operator !== null && (await isAddressVerified(tx, reporterId))) {
      await enqueueMail(deps, tx, { kind: 'report', reportId });
    }
  });
}

/**
 * Writes the mail about a report to the operator.
 * @returns null if the report is closed, or there is no operator address
 */
export async function writeReportMail(deps: Deps, reportId: string): Promise<WrittenMail> {
  const { publicUrl, mail } = deps.config;
  const row = await findReport(deps.db, reportId);
  if (!row || row.closed_at !== null || mail.operator === null) return null;
  const content = () =>
    reportMail({
      id: row.id,
      about: row.about,
      reason: row.reason,
      words: row.words,
      reporter: [row.reporter_first_name ?? '', row.reporter_last_name ?? ''],
      reported: [row.reported_first_name, row.reported_last_name],
      url: `${publicUrl}/user/${row.reported_id}/videos${row.video_id === null ? '' : `?autoplay=${row.video_id}`}`,
    });
  return { recipient: 'operator', content };
}

/** Reports for the operator, oldest first. */
export async function readReports(db: Db, state: ReportState): Promise<Report[]> {
  return (await listReports(db, state, LIST_LIMIT)).map(presentReport);
}

/** Closes a report. @returns false unless it was open */
export function closeReport(db: Db, id: string): Promise<boolean> {
  return setClosed(db, id);
}

/** Closes a report. @throws DomainError report.missing unless it was open */
export async function closeOpenReport(db: Db, id: string): Promise<void> {
  if (!(await setClosed(db, id))) throw new DomainError('report.missing');
}
