import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';

/**
 * The mail to a person whose archive is ready. Downloading requires a login.
 * @param content.owner name of the videos' owner, sanitized for mail; null for the person's own archive
 */
export function archiveMail(content: {
  recipient: string;
  owner: string | null;
  until: Date;
  url: string;
}): MailContent {
  const { recipient, owner, until, url } = content;
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return layOutMail(mails.archiveSubject({ product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipient) }) },
    {
      kind: 'text',
      text: owner ? mails.keptArchiveIntro({ owner, date }) : mails.archiveIntro({ product: PRODUCT_NAME, date }),
    },
    { kind: 'button', label: mails.archiveOpen, url, hint: mails.archiveOpenHere },
    { kind: 'text', text: mails.archiveIgnore, soft: true },
  ]);
}
