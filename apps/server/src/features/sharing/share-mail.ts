import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPart, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

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
  return layOutMail(mails.shareSubject({ owner: ownerName }), [
    { kind: 'picture', picture },
    { kind: 'text', text: mails.shareGreeting({ recipient: recipientName }) },
    { kind: 'text', text: mails.shareIntro({ owner: ownerName, product: PRODUCT_NAME }) },
    ...messageAndQuestion(message, prompt),
    { kind: 'button', label: mails.shareWatch, url, hint: mails.shareWatchHere },
    { kind: 'text', text: mails.shareLogin, soft: true },
  ]);
}

/**
 * The owner's message and the question, which is said once: the message that the dialog proposes ends with it
 * (SHARE-02).
 */
export function messageAndQuestion(message: string, prompt: string): MailPart[] {
  const words = message.trim();
  const rest = words.endsWith(prompt) ? words.slice(0, -prompt.length).trimEnd() : words;
  return [
    ...(rest ? [{ kind: 'quote', text: rest } as const] : []),
    ...(rest.includes(prompt) ? [] : [{ kind: 'question', text: prompt } as const]),
  ];
}
