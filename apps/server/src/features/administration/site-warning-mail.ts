import { type BackupProblem, PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import type { SiteWarningKind } from '../../platform/db/tables.ts';
import { formatBytes } from '../../platform/system/bytes.ts';
import { mailName } from '../mails/mail-name.presenter.ts';

/** The mail to a site owner, or to the operator (`recipient` is null), about something that needs their attention. */
export function siteWarningMail(content: {
  warning: SiteWarningKind;
  recipient: string | null;
  freeBytes: number;
  reserveBytes: number;
  lostFiles: number;
  /** Only for `backup`: why there is none, and when the last good one was made. */
  reason: BackupProblem | null;
  lastGoodAt: Date | null;
  url: string;
}): MailContent {
  const { warning, recipient, freeBytes, reserveBytes, lostFiles, reason, lastGoodAt, url } = content;
  const product = PRODUCT_NAME;
  const text = {
    disk: () => mails.siteDisk({ product, free: formatBytes(freeBytes), reserve: formatBytes(reserveBytes) }),
    files: () => mails.siteFiles({ product, files: lostFiles }),
    backup: () => mails.siteBackup({ product, problem: reason ?? 'other', last: lastGood(lastGoodAt) }),
  }[warning]();
  return layOutMail(mails.siteWarningSubject({ product, warning }), [
    ...(recipient === null
      ? []
      : [{ kind: 'text' as const, text: mails.greeting({ recipient: mailName(recipient) }) }]),
    { kind: 'text', text },
    { kind: 'button', label: mails.siteWarningOpen, url, hint: mails.siteWarningHint },
  ]);
}

function lastGood(at: Date | null): string {
  if (!at) return mails.siteBackupNever;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return mails.siteBackupLast({ date });
}
