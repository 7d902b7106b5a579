import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { mailName } from '../mails/mail-name.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';

/** The mail about a question, with one button that answers it. Names and question are user input. */
export function questionMail(content: {
  recipientName: string;
  askerName: string;
  portrait: MailPicture | null;
  prompt: string;
  /** The link to answer. */
  url: string;
  /** The page to turn these mails off. */
  turnOffUrl: string;
}): MailContent {
  const { recipientName, askerName, portrait, prompt, url, turnOffUrl } = content;
  const name = mailName(askerName);
  return layOutMail(mails.questionSubject({ name, product: PRODUCT_NAME }), [
    {
      kind: 'person',
      name,
      portrait,
      greeting: mails.greeting({ recipient: mailName(recipientName) }),
      text: mails.questionIntro({ name }),
    },
    { kind: 'question', text: prompt },
    { kind: 'button', label: mails.questionAnswer, url, hint: mails.questionAnswerHere },
    { kind: 'text', text: mails.questionHint({ name }), soft: true },
    turnOffPart(turnOffUrl),
  ]);
}

/** The mail to a person whose answer was published by a link, with a link that takes it back. */
export function answerReceivedMail(content: {
  recipientName: string;
  askerName: string;
  prompt: string;
  /** The page that takes the answer back. */
  url: string;
}): MailContent {
  const name = mailName(content.askerName);
  return layOutMail(mails.answerReceivedSubject({ name, product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.greeting({ recipient: mailName(content.recipientName) }) },
    { kind: 'text', text: mails.answerReceivedIntro({ name }) },
    { kind: 'question', text: content.prompt },
    { kind: 'text', text: mails.answerReceivedHint, soft: true },
    { kind: 'link', label: mails.answerTakeBack, url: content.url, hint: mails.answerTakeBackHere },
  ]);
}
