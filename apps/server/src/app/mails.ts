import { writeDeletionMail } from '../features/account/account.service.ts';
import { writeSiteWarningMail } from '../features/administration/site-warnings.service.ts';
import { writeAnswerReceivedMail, writeQuestionMail } from '../features/answer-links/answer-link-mails.service.ts';
import { writeArchiveMail } from '../features/archives/archives.service.ts';
import { writeConnectionMail } from '../features/connections/connection-mails.service.ts';
import { writeDigestMail } from '../features/digests/digests.service.ts';
import { writeInvitationMail } from '../features/invitations/invitations.service.ts';
import { writeSiteInvitationMail } from '../features/invitations/site-invitations.service.ts';
import type { MailWriters } from '../features/mails/outbox.service.ts';
import { writeWeekQuestionMail } from '../features/pace/pace-mails.service.ts';
import { writeReportMail } from '../features/reports/reports.service.ts';
import { writeShareMail } from '../features/sharing/sharing.service.ts';
import { writeStewardMail } from '../features/stewards/steward-mails.service.ts';

/** Which feature writes each kind of mail of the outbox. */
export const MAIL_WRITERS: MailWriters = {
  'video-shared': writeShareMail,
  connection: writeConnectionMail,
  // To a video, or to register.
  invitation: async (deps, { invitationId }) =>
    (await writeInvitationMail(deps, invitationId)) ?? (await writeSiteInvitationMail(deps, invitationId)),
  archive: (deps, { archiveId }) => writeArchiveMail(deps, archiveId),
  deletion: (deps, { recipientId }) => writeDeletionMail(deps, recipientId),
  digest: writeDigestMail,
  steward: writeStewardMail,
  question: writeQuestionMail,
  'answer-received': writeAnswerReceivedMail,
  'week-question': writeWeekQuestionMail,
  'site-warning': writeSiteWarningMail,
  report: (deps, { reportId }) => writeReportMail(deps, reportId),
};
