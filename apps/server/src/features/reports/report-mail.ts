import { PRODUCT_NAME, type ReportReason, type ReportSubject } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { reports } from '@kinreel/messages/en/reports';
import { mailName } from '../mails/mail-name.presenter.ts';

/** Content of a mail about a report. Names and message are user input. */
export interface ReportMailContent {
  id: string;
  about: ReportSubject;
  reporter: readonly [string, string];
  reported: readonly [string, string];
  reason: ReportReason;
  /** May be empty or have several lines. */
  words: string;
  url: string;
}

/** The mail to the operator. It starts with a fixed text, and the subject contains no user input. */
export function reportMail({ id, about, reporter, reported, reason, words, url }: ReportMailContent): MailContent {
  const name = mailName(...reporter);
  return layOutMail(mails.reportSubject({ about, product: PRODUCT_NAME }), [
    {
      kind: 'text',
      text: mails.reportIntro({
        about,
        reporter: name,
        reported: mailName(...reported),
        reason: reports.reason({ reason }),
      }),
    },
    { kind: 'button', label: mails.reportOpen, url, hint: mails.reportOpenHere },
    ...(words
      ? [{ kind: 'text', text: mails.writes({ owner: name }) } as const, { kind: 'quote', text: words } as const]
      : []),
    { kind: 'text', text: mails.reportClose({ id }), soft: true },
  ]);
}
