import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';

/**
 * The mail with the question of the week, with one button that opens the recorder. Name and question are user input.
 */
export function weekQuestionMail(content: {
  recipientName: string;
  prompt: string;
  /** The recorder with this question. */
  url: string;
  /** The page to choose the day, or to turn it off. */
  settingsUrl: string;
}): MailContent {
  const { recipientName, prompt, url, settingsUrl } = content;
  return layOutMail(mails.weekQuestionSubject({ prompt, product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(recipientName) }) },
    { kind: 'text', text: mails.weekQuestionIntro },
    { kind: 'question', text: prompt },
    { kind: 'button', label: mails.questionAnswer, url, hint: mails.weekQuestionHere },
    { kind: 'text', text: mails.weekQuestionHint, soft: true },
    turnOffPart(settingsUrl),
  ]);
}
