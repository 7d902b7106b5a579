import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';
import { messageAndQuestion } from '../mails/mail-question.presenter.ts';

/** Content of an invitation. Names, prompt and message are user input. */
export interface InvitationMailContent {
  ownerName: string;
  prompt: string;
  /** May be empty or have several lines. */
  message: string;
  /** URL with the code. */
  url: string;
  expiresAt: Date;
  picture: MailPicture;
  portrait: MailPicture | null;
}

/** The mail with an invitation to a video, as text and HTML. The recipient may have no account. */
export function invitationMail(content: InvitationMailContent): MailContent {
  const { ownerName: owner, prompt, message, url, expiresAt, picture, portrait } = content;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  return layOutMail(mails.invitationSubject({ owner, product: PRODUCT_NAME }), [
    {
      kind: 'person',
      name: owner,
      portrait,
      greeting: mails.invitationGreeting,
      text: mails.invitationIntro({ owner, product: PRODUCT_NAME }),
    },
    ...messageAndQuestion(owner, message, prompt),
    { kind: 'picture', picture },
    { kind: 'button', label: mails.invitationButton({ owner }), url, hint: mails.invitationHint },
    {
      kind: 'text',
      text: [mails.invitationLogin({ date }), mails.invitationIgnore({ owner }), mails.invitationDecline].join('\n'),
      soft: true,
    },
  ]);
}
