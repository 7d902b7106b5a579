import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { messageAndQuestion } from '../mails/mail-question.presenter.ts';
import { turnOffPart } from '../mails/mail-settings.presenter.ts';

/** Content of a share mail. Everything except the URL and the picture is user input. */
export interface ShareMailContent {
  ownerName: string;
  recipientName: string;
  prompt: string;
  /** Whether the recipient has asked the question. */
  isAnswer: boolean;
  /** May be empty or have several lines. */
  message: string;
  /** URL to watch the video. */
  url: string;
  /** Turns these mails off. */
  turnOffUrl: string;
  picture: MailPicture;
  portrait: MailPicture | null;
}

/** The mail about a shared video (SHARE-06), as text and as HTML. */
export function shareMail(content: ShareMailContent): MailContent {
  const { ownerName, recipientName, prompt, isAnswer, message, url, turnOffUrl, picture, portrait } = content;
  const names = { owner: ownerName, product: PRODUCT_NAME };
  return layOutMail((isAnswer ? mails.answerSubject : mails.shareSubject)(names), [
    {
      kind: 'person',
      name: ownerName,
      portrait,
      greeting: mails.shareGreeting({ recipient: recipientName }),
      text: (isAnswer ? mails.answerIntro : mails.shareIntro)(names),
    },
    ...messageAndQuestion(ownerName, message, prompt),
    { kind: 'picture', picture },
    { kind: 'button', label: mails.shareWatch, url, hint: mails.shareWatchHere },
    { kind: 'text', text: mails.shareLogin, soft: true },
    turnOffPart(turnOffUrl),
  ]);
}
