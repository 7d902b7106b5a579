import { PRODUCT_NAME } from '@kinreel/brand/name';
import { layOutMail, type MailContent } from '@kinreel/mailer';
import { accountChange as text } from '@kinreel/messages/en/account-change';

const product = PRODUCT_NAME;

/** The mail to a new address, with the link that confirms it. @param days lifetime of the link */
export function newAddressMail(link: string, days: number): MailContent {
  return layOutMail(text.newSubject({ product }), [
    { kind: 'text', text: text.greeting },
    { kind: 'text', text: text.newIntro({ product }) },
    { kind: 'button', label: text.newButton, url: link, hint: text.newOpenLink },
    { kind: 'text', text: `${text.newLifetime({ days })}\n${text.newIgnore}`, soft: true },
  ]);
}

/** The mail to the old address. @param days how long the change can be undone */
export function addressNoticeMail(link: string, days: number): MailContent {
  return layOutMail(text.noticeSubject({ product }), [
    { kind: 'text', text: text.greeting },
    { kind: 'text', text: text.noticeIntro({ product }) },
    { kind: 'text', text: text.noticeIgnore },
    { kind: 'button', label: text.noticeButton, url: link, hint: text.noticeOpenLink },
    { kind: 'text', text: text.noticeLifetime({ days }), soft: true },
  ]);
}

/** The mail after a change of the password. @param loginUrl page where a new one can be requested */
export function passwordChangedMail(loginUrl: string): MailContent {
  return layOutMail(text.passwordSubject({ product }), [
    { kind: 'text', text: text.greeting },
    { kind: 'text', text: text.passwordIntro({ product }) },
    { kind: 'text', text: text.passwordIgnore },
    { kind: 'button', label: text.passwordButton, url: loginUrl, hint: text.passwordOpenLink },
  ]);
}
