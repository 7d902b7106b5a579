import { PRODUCT_NAME } from '@kinreel/brand/name';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { verification as text } from '@kinreel/messages/en/verification';

/** The mail with the link that verifies an address, as text and HTML. @param days lifetime of the link */
export function verificationMail(link: string, days: number): MailContent {
  return layOutMail(text.mailSubject({ product: PRODUCT_NAME }), [
    { kind: 'text', text: text.mailGreeting },
    { kind: 'text', text: text.mailIntro({ product: PRODUCT_NAME }) },
    { kind: 'button', label: text.mailButton, url: link, hint: text.mailOpenLink },
    { kind: 'text', text: `${text.mailLifetime({ days })}\n${text.mailIgnore}`, soft: true },
  ]);
}
