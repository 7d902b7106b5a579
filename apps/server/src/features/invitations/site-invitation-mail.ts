import { PRODUCT_NAME, type Relationship } from '@kinreel/contracts';
import { layOutMail, type MailContent, type MailPicture } from '@kinreel/mailer';
import { mails } from '@kinreel/messages/en/mails';

/** The mail with an invitation to register. The name is user input. */
export function siteInvitationMail({
  ownerName: owner,
  portrait,
  relationship,
  message,
  url,
  expiresAt,
}: {
  ownerName: string;
  portrait: MailPicture | null;
  relationship: Relationship | null;
  /** The sender's message, may be empty. */
  message: string;
  /** URL with the code. */
  url: string;
  expiresAt: Date;
}): MailContent {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  return layOutMail(mails.siteInvitationSubject({ owner, product: PRODUCT_NAME }), [
    {
      kind: 'person',
      name: owner,
      portrait,
      greeting: mails.invitationGreeting,
      text: relationship
        ? mails.relativeInvitationIntro({ owner, relationship, product: PRODUCT_NAME })
        : mails.siteInvitationIntro({ owner, product: PRODUCT_NAME }),
    },
    ...(message ? [{ kind: 'quote' as const, text: message }] : []),
    { kind: 'button', label: mails.siteInvitationButton, url, hint: mails.invitationHint },
    {
      kind: 'text',
      text: [
        mails.siteInvitationEnd({ date }),
        mails.invitationIgnore({ owner }),
        // Without a relationship, the link leads to the registration, which does not say who invites.
        ...(relationship ? [mails.invitationDecline] : []),
      ].join('\n'),
      soft: true,
    },
  ]);
}
