import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { messageAndQuestion } from '../../platform/mail-question.ts';

/** Content of a share mail. Everything except the URL and the picture is user input. */
export interface ShareMailContent {
  ownerName: string;
  recipientName: string;
  prompt: string;
  /** May be empty or have several lines. */
  message: string;
  /** URL to watch the video. */
  url: string;
  picture: MailPicture;
}

/** The mail about a shared video (SHARE-06), as text and as HTML. */
export function shareMail(content: ShareMailContent): MailContent {
  const { ownerName, recipientName, prompt, message, url, picture } = content;
  return layOutMail(mails.shareSubject({ owner: ownerName, product: PRODUCT_NAME }), [
    { kind: 'picture', picture },
    { kind: 'text', text: mails.shareGreeting({ recipient: recipientName }) },
    { kind: 'text', text: mails.shareIntro({ owner: ownerName, product: PRODUCT_NAME }) },
    ...messageAndQuestion(ownerName, message, prompt),
    { kind: 'button', label: mails.shareWatch, url, hint: mails.shareWatchHere },
    { kind: 'text', text: mails.shareLogin, soft: true },
  ]);
}
