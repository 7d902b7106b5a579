import { PRODUCT_NAME } from '@kinreel/brand/name';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { identity as text } from '@kinreel/messages/en/identity';

/** The mail with the reset link, as text and HTML. @param minutes lifetime of the link */
export function resetMail(link: string, minutes: number): MailContent {
  return layOutMail(text.mailSubject({ product: PRODUCT_NAME }), [
    { kind: 'text', text: text.mailGreeting },
    { kind: 'text', text: text.mailIntro({ product: PRODUCT_NAME }) },
    { kind: 'button', label: text.mailButton, url: link, hint: text.mailOpenLink },
    { kind: 'text', text: `${text.mailLifetime({ minutes })}\n${text.mailIgnore}`, soft: true },
  ]);
}
