import { PRODUCT_NAME } from '@kinreel/contracts';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/** The mail with an invitation to register. The name is user input. */
export function siteInvitationMail({
  ownerName: owner,
  url,
  expiresAt,
}: {
  ownerName: string;
  /** URL with the code. */
  url: string;
  expiresAt: Date;
}): MailContent {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  return layOutMail(mails.siteInvitationSubject({ owner, product: PRODUCT_NAME }), [
    { kind: 'text', text: mails.invitationGreeting },
    { kind: 'text', text: mails.siteInvitationIntro({ owner, product: PRODUCT_NAME }) },
    { kind: 'button', label: mails.siteInvitationButton, url, hint: mails.invitationHint },
    { kind: 'text', text: `${mails.siteInvitationEnd({ date })}\n${mails.invitationIgnore({ owner })}`, soft: true },
  ]);
}
