import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';

/** The mail to a person whose account will be deleted, and its reminders. Logging in lets them cancel. */
export function deletionMail(content: {
  recipient: string;
  until: Date;
  /** For a reminder; null for the first mail. */
  daysLeft: number | null;
  bySiteOwner: boolean;
  url: string;
}): MailContent {
  const { recipient, until, daysLeft, bySiteOwner, url } = content;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  const product = PRODUCT_NAME;
  const subject =
    daysLeft === null
      ? mails.deletionSubject({ product, date })
      : mails.deletionReminderSubject({ product, days: Math.max(1, daysLeft) });
  return layOutMail(subject, [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    { kind: 'text', text: (bySiteOwner ? mails.deletionBySiteOwner : mails.deletionIntro)({ product, date }) },
    ...(bySiteOwner ? [] : [{ kind: 'button' as const, label: mails.deletionKeep, url, hint: mails.deletionKeepHere }]),
    { kind: 'text', text: mails.deletionUntil, soft: true },
  ]);
}
