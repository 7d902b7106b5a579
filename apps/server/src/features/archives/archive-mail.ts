import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../../platform/mail-name.ts';

/** The mail to a person whose archive is ready. The file itself needs a login. */
export function archiveMail(content: { recipient: string; until: Date; url: string }): MailContent {
  const { recipient, until, url } = content;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return layOutMail(mails.archiveSubject({ product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    { kind: 'text', text: mails.archiveIntro({ product: PRODUCT_NAME, date }) },
    { kind: 'button', label: mails.archiveOpen, url, hint: mails.archiveOpenHere },
    { kind: 'text', text: mails.archiveIgnore, soft: true },
  ]);
}
